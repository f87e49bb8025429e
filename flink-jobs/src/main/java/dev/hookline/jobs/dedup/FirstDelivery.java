package dev.hookline.jobs.dedup;

/**
 * What is remembered of the first delivery of an identity.
 *
 * @param receivedAt milliseconds since 1970 UTC
 * @param contentHash of the body's bytes
 * @param hookId empty where the provider gives none
 */
public record FirstDelivery(long receivedAt, String contentHash, String hookId) {}
