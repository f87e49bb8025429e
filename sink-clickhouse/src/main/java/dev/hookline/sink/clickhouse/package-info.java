/**
 * A Flink Sink V2 that writes rows into a ClickHouse table in sealed blocks.
 *
 * <p>{@link dev.hookline.sink.clickhouse.ClickHouseSink#builder()} is the way in. Everything below
 * {@code internal} may change without notice.
 */
package dev.hookline.sink.clickhouse;
