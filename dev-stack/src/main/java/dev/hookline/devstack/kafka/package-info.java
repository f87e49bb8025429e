/** A Kafka broker as a process. */
package dev.hookline.devstack.kafka;
