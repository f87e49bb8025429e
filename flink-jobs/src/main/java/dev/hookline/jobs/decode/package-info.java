/** From the bytes of the log to an event, or to a reject. */
package dev.hookline.jobs.decode;
