-- Every record that could not become a row, or whose row could not be counted, by its place in the
-- log: a place that is read again gives the same row, so every version is 0. Not partitioned: rows
-- are few, and a reject may have no time of its own.
CREATE TABLE IF NOT EXISTS ${database}.rejected_events
(
    topic           LowCardinality(String),
    kafka_partition Int32,
    kafka_offset    Int64,
    reason          LowCardinality(String),
    detail          String COMMENT 'what was wrong, for a person',
    org             String COMMENT 'this and the next five: as far as the record could be read, else empty',
    source          String,
    event_type      String,
    event_id        String,
    delivery_id     String,
    hook_id         String,
    received_at     DateTime64(3, 'UTC'),
    content_hash    String,
    payload         Nullable(String) COMMENT 'the value as received; NULL when over 1 MiB' CODEC(ZSTD(3)),
    payload_size    UInt64,
    ingest_block    UUID,
    version         UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (topic, kafka_partition, kafka_offset, reason)
SETTINGS non_replicated_deduplication_window = 10000;
