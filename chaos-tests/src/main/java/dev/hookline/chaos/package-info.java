/** The chaos suite's command. */
package dev.hookline.chaos;
