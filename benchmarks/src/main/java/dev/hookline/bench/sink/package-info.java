/** Rows a second into ClickHouse: this sink, the bare client, and the official JDBC connector. */
package dev.hookline.bench.sink;
