/** A TaskManager that is ready for the job before it is given a task of it. */
package dev.hookline.jobs.standby;
