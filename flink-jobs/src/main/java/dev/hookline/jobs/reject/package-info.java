/** What could not be counted: kept whole, with the reason. */
package dev.hookline.jobs.reject;
