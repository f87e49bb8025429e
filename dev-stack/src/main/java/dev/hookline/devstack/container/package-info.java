/**
 * Kafka, Redis and ClickHouse as containers, for tests that also run on the official images. A
 * module that uses it names Testcontainers among its own test dependencies.
 */
package dev.hookline.devstack.container;
