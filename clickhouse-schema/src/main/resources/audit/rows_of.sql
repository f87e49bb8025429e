-- The rows, wherever they lie, of identities given as the first half of their SHA-256.
SELECT org, source, event_id, kafka_partition, kafka_offset, content_hash, late
FROM ${database}.v_events
WHERE lower(hex(substring(SHA256(concat(org, ':', source, ':', event_id)), 1, 16))) IN (${hashes})
