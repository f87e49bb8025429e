/** Counted once: a second copy of an event is dropped. */
package dev.hookline.jobs.dedup;
