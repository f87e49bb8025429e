-- After an attempt whose end nobody saw, and after every restore, the sink looks whether a block is
-- in its table, by ingest_block. That is in no sorting key but the view's, and there it is the last
-- column; without an index each look reads the column of the whole table. A Bloom filter for each
-- granule leaves those that may hold the block: the few that its rows lie in, and one of forty of
-- the others.
--
-- New parts get the index when they are written. For those that are there it is made in the
-- background, whatever the server's default is (a mutation that is waited for never ends while merges
-- are stopped); until then a look reads as before.
ALTER TABLE ${database}.normalized_events
    ADD INDEX IF NOT EXISTS by_ingest_block ingest_block TYPE bloom_filter GRANULARITY 1;
ALTER TABLE ${database}.normalized_events MATERIALIZE INDEX IF EXISTS by_ingest_block
    SETTINGS mutations_sync = 0;

ALTER TABLE ${database}.employee_metrics_hourly
    ADD INDEX IF NOT EXISTS by_ingest_block ingest_block TYPE bloom_filter GRANULARITY 1;
ALTER TABLE ${database}.employee_metrics_hourly MATERIALIZE INDEX IF EXISTS by_ingest_block
    SETTINGS mutations_sync = 0;

ALTER TABLE ${database}.rejected_events
    ADD INDEX IF NOT EXISTS by_ingest_block ingest_block TYPE bloom_filter GRANULARITY 1;
ALTER TABLE ${database}.rejected_events MATERIALIZE INDEX IF EXISTS by_ingest_block
    SETTINGS mutations_sync = 0;

ALTER TABLE ${database}.events_by_hour
    ADD INDEX IF NOT EXISTS by_ingest_block ingest_block TYPE bloom_filter GRANULARITY 1;
ALTER TABLE ${database}.events_by_hour MATERIALIZE INDEX IF EXISTS by_ingest_block
    SETTINGS mutations_sync = 0;
