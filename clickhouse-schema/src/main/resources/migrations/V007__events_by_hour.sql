-- How many events of each type an hour has, counted while they are inserted.
--
-- A materialized view sees what one insert brings, not what the table holds. So it must not matter
-- to the count that an insert is made again: each sealed block has a row of its own here, and a
-- block that comes again writes the same row again. ReplacingMergeTree keeps one of the two, and
-- readers sum over FINAL. That holds without any memory of tokens; the window below only saves the
-- second row.
--
-- Not partitioned, though normalized_events is: the window counts blocks over all partitions of a
-- table, so a target that spread a block over more partitions than the base would forget sooner.
CREATE TABLE IF NOT EXISTS ${database}.events_by_hour
(
    org              LowCardinality(String),
    source           LowCardinality(String),
    event_type       LowCardinality(String),
    hour             DateTime64(3, 'UTC') COMMENT 'the first instant of the hour of event_time',
    ingest_block     UUID COMMENT 'the sealed block whose events these are',
    events           UInt64,
    payload_size_avg AggregateFunction(avg, UInt64) COMMENT 'a state: sum and count of bytes; of no payload it is empty, which adds nothing'
)
ENGINE = ReplacingMergeTree
ORDER BY (org, source, event_type, hour, ingest_block)
SETTINGS non_replicated_deduplication_window = 10000;

-- An average is kept as a state and not as a number: numbers cannot be averaged again, and there is
-- none that says "no payload". The state of nothing is the neutral element.
CREATE MATERIALIZED VIEW IF NOT EXISTS ${database}.fill_events_by_hour
TO ${database}.events_by_hour AS
SELECT
    org,
    source,
    event_type,
    toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour,
    ingest_block,
    count() AS events,
    avgStateIf(payload_size, payload_size > 0) AS payload_size_avg
FROM ${database}.normalized_events
GROUP BY org, source, event_type, hour, ingest_block;

-- The rows that are older than the view, each identity under the block whose row readers see. The
-- table is a function of normalized_events, so a run that died half-way begins with an empty one.
-- The job must be stopped meanwhile: an insert that was under way when the view was made is in
-- neither. The two statements also mend the table after a start without state; see
-- docs/materialized-views.md.
TRUNCATE TABLE ${database}.events_by_hour;

INSERT INTO ${database}.events_by_hour
    (org, source, event_type, hour, ingest_block, events, payload_size_avg)
SELECT
    org,
    source,
    event_type,
    toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour,
    ingest_block,
    count() AS events,
    avgStateIf(payload_size, payload_size > 0) AS payload_size_avg
FROM ${database}.v_events
GROUP BY org, source, event_type, hour, ingest_block
-- the table remembers what it was given: an equal block must not be taken for a copy of a row that
-- the statement above has removed
SETTINGS insert_deduplicate = 0, async_insert = 0;

CREATE VIEW IF NOT EXISTS ${database}.v_events_by_hour AS
SELECT
    org,
    source,
    event_type,
    hour,
    sum(b.events) AS events,
    -- avg of nothing is NaN: an hour without a payload has no average, which is not one of 0
    ifNotFinite(avgMerge(b.payload_size_avg), NULL) AS payload_size_avg
FROM
(
    SELECT org, source, event_type, hour, events, payload_size_avg
    FROM ${database}.events_by_hour FINAL
) AS b
GROUP BY org, source, event_type, hour;
