-- Identities with more than one row as rows lie there, inside the cut, and from how many blocks: one
-- block means that it was taken twice, several that the record was read again. The first ${limit}.
SELECT
    min(kafka_partition) AS in_partition,
    min(kafka_offset) AS at_offset,
    count() AS rows,
    uniqExact(ingest_block) AS blocks
FROM ${database}.normalized_events
WHERE ${in_cut}
GROUP BY org, source, event_id
HAVING rows > 1
ORDER BY in_partition, at_offset
LIMIT ${limit}
