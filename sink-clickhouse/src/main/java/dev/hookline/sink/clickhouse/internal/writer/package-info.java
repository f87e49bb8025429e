/** The sink's writer in a Flink task. */
package dev.hookline.sink.clickhouse.internal.writer;
