package dev.hookline.chaos.nemesis;

/** What a fault touches or needs to be well; two faults at once share none of them. */
public enum Resource {
  GATEWAY,
  KAFKA,
  REDIS,
  JOB,
  CLICKHOUSE
}
