-- Rows that say they come from a place that the log has not reached, or from a partition that it
-- does not have.
SELECT org, source, event_id, kafka_partition, kafka_offset, content_hash, late
FROM ${database}.v_events
WHERE ${beyond_cut}
