/**
 * Starts Kafka, ZooKeeper, Flink, Redis and ClickHouse as real processes on this machine, for a
 * developer's stack and for tests. Everything listens on loopback, keeps its data under one folder
 * and ends with the process that started it.
 */
package dev.hookline.devstack;
