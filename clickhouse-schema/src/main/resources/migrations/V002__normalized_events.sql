-- One row per event, whatever the provider. Rewritten by replays, so it is a ReplacingMergeTree
-- whose key and partition are functions of the identity and the payload alone: a copy that is read
-- again, days later and under another token, meets the row it copies.
--
-- version = 2^63 - received_at in ms: the copy that was received first wins, for ever, in whatever
-- order the copies are written.
--
-- payload_time and not event_time is in the key: event_time falls back on received_at, which
-- differs from copy to copy, so copies would stand side by side.
CREATE TABLE IF NOT EXISTS ${database}.normalized_events
(
    org               LowCardinality(String),
    source            LowCardinality(String) COMMENT 'github | jira',
    event_type        LowCardinality(String),
    action            LowCardinality(String) COMMENT 'empty: none',
    event_id          String COMMENT 'with org and source: the identity',
    delivery_id       String,
    hook_id           String,
    repo_id           UInt64 COMMENT '0: none; Jira: the id of the project',
    repo_name         String COMMENT 'a label: repositories are renamed and moved',
    actor_id          String COMMENT 'empty: none',
    actor_login       String,
    actor_kind        LowCardinality(String) COMMENT 'human | bot | ghost | none',
    entity_id         String COMMENT 'empty: none; else as pull_request:1234',
    payload_time      DateTime64(3, 'UTC') COMMENT 'when it happened, as the payload says; 1970-01-01 00:00:00: it does not say',
    event_time        DateTime64(3, 'UTC') COMMENT 'payload_time, or received_at where there is none',
    event_time_source LowCardinality(String) COMMENT 'payload | received | future; only payload feeds metrics',
    received_at       DateTime64(3, 'UTC') COMMENT 'when the gateway received it',
    late              UInt8 COMMENT '1: received 4 days or more after the end of its hour; then it is in no window',
    content_hash      String COMMENT 'SHA-256 of the body as received, hex',
    kafka_partition   Int32,
    kafka_offset      Int64,
    person_id         String COMMENT 'whose metrics it feeds; empty: no person''s',
    person_login      String,
    contributions     Map(LowCardinality(String), Int64) COMMENT 'metric to amount: what the event adds to its person''s hour',
    payload           Nullable(String) COMMENT 'the JSON; NULL when over 1 MiB' CODEC(ZSTD(3)),
    payload_size      UInt64,
    ingest_block      UUID COMMENT 'the sealed block that brought the row',
    version           UInt64
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(payload_time)
ORDER BY (org, source, event_type, payload_time, event_id)
-- Off by default on a plain MergeTree: without it the server takes a block that is sent again after
-- a timeout a second time. The window counts blocks of all writers together.
SETTINGS non_replicated_deduplication_window = 10000;
