/** Pure functions that compare a history with what analysts can read. */
package dev.hookline.chaos.checker;
