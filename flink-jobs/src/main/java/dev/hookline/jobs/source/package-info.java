/** Reading the topic: from its real beginning, never over a gap, never another topic's records. */
package dev.hookline.jobs.source;
