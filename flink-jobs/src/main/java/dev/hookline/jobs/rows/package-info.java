/** From an event, an hour or a reject to a table's row. */
package dev.hookline.jobs.rows;
