/**
 * What the gateway, the job and the command read alike when they start: secrets that come as files,
 * and how a Kafka cluster lets its clients in.
 */
package dev.hookline.contract.settings;
