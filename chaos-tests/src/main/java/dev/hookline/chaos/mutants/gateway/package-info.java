/** Wrong gateways: each breaks the way from a claim over Kafka to an answer in one place. */
package dev.hookline.chaos.mutants.gateway;
