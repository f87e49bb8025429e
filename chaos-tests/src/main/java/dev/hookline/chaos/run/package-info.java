/** Schedules on one stack, and the report. */
package dev.hookline.chaos.run;
