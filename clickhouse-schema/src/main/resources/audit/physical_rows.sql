-- Every row as it lies there, inside the cut: a doubled one is seen even where FINAL hides it.
SELECT org, source, event_id, kafka_partition, kafka_offset, content_hash, late
FROM ${database}.normalized_events
WHERE ${in_cut}
