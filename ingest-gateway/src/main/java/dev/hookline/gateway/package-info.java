/**
 * The gateway: takes webhooks, answers 2xx when Kafka has them. What other modules may use is the
 * configuration; {@link dev.hookline.gateway.Gateway} assembles the rest.
 */
package dev.hookline.gateway;
