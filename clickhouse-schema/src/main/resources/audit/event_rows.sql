-- What readers see, inside the cut.
SELECT org, source, event_id, kafka_partition, kafka_offset, content_hash, late
FROM ${database}.v_events
WHERE ${in_cut}
