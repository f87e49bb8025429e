-- Rows outside of the cut whose identity has a row inside it as well: two rows for one identity.
SELECT org, source, event_id, kafka_partition, kafka_offset, content_hash, late
FROM ${database}.v_events
WHERE NOT (${in_cut})
    AND (org, source, event_id) IN (
        SELECT org, source, event_id FROM ${database}.v_events WHERE ${in_cut})
