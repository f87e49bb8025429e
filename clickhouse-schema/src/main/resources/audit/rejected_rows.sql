-- The records inside the cut that could not become a row, or whose row could not be counted.
SELECT org, source, event_id, kafka_partition, kafka_offset, reason
FROM ${database}.v_rejected_events
WHERE topic = ${topic} AND ${in_cut}
