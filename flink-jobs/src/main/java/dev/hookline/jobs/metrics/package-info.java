/** What each person did in each hour: windows that give the same cell after any crash. */
package dev.hookline.jobs.metrics;
