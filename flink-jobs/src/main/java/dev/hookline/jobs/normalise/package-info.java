/**
 * From a record to the columns of {@code normalized_events}: identity, time, credit. Everything
 * here is a pure function of the record; docs/metrics.md says what the numbers mean.
 */
package dev.hookline.jobs.normalise;
