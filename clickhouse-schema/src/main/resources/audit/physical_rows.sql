-- Every row as it lies there, inside the cut: a doubled one is seen even where FINAL hides it. The
-- last column is empty where there is no payload.
SELECT
    org,
    source,
    event_id,
    kafka_partition,
    kafka_offset,
    content_hash,
    late,
    ifNull(lower(hex(SHA256(payload))), '') AS payload_hash
FROM ${database}.normalized_events
WHERE ${in_cut}
