/** The rows that every measurement writes. */
package dev.hookline.bench.rows;
