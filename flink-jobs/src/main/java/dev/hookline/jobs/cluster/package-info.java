/** What the job adds to the processes of a Flink cluster that runs it and nothing else. */
package dev.hookline.jobs.cluster;
