/**
 * The audit: compares what Kafka holds with what ClickHouse shows, identity by identity, and
 * recounts the aggregates. docs/audit.md says what each number means and what it cannot see.
 */
package dev.hookline.cli.audit;
