-- A person's hour, written again whenever it grows. version = (epoch << 48) | events in the hour:
-- a fuller row beats a less full one, in whatever order they are written, and a rebuild, which has
-- a higher epoch, beats both.
--
-- The latency is a sum and a count: hours add up to days only that way. The neutral element of an
-- average is not 0, so a finished average is stored nowhere.
CREATE TABLE IF NOT EXISTS ${database}.employee_metrics_hourly
(
    org                  LowCardinality(String),
    source               LowCardinality(String),
    person_id            String,
    hour                 DateTime64(3, 'UTC') COMMENT 'the first instant of the hour',
    pr_opened            Int64,
    pr_merged            Int64,
    pr_closed_unmerged   Int64,
    reviews              Int64,
    review_comments      Int64,
    review_latency_ms    Int64 COMMENT 'sum of milliseconds',
    review_latency_count Int64 COMMENT 'over how many reviews',
    issues_created       Int64,
    issues_resolved      Int64,
    events               UInt64 COMMENT 'events summed up here',
    ingest_block         UUID,
    version              UInt64
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(hour)
ORDER BY (org, source, person_id, hour)
SETTINGS non_replicated_deduplication_window = 10000;
