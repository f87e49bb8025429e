/** The job: from the topic to the tables, each event counted once. */
package dev.hookline.jobs;
