/** The whole product as real processes, with a proxy before each part that others talk to. */
package dev.hookline.chaos.stack;
