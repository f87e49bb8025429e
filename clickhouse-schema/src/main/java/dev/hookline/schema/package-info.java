/**
 * The ClickHouse schema: numbered migrations and their runner, the reading views that they create,
 * and the queries by which the audit recounts. Knows neither Flink nor Kafka.
 */
package dev.hookline.schema;
