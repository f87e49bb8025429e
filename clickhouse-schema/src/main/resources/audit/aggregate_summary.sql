-- The cells counted, and up to ${limit} of those that differ, as texts to be compared and shown: the
-- earliest hours first.
SELECT
    count() AS cells,
    countIf(unverified) AS unverified_cells,
    countIf(differs) AS differing_cells,
    arraySlice(arraySort(groupArrayIf(
        concat(formatDateTime(hour, '%Y-%m-%dT%H:%iZ', 'UTC'), ' ', org, ' ', source, ' ', person_id, ' ', metric,
            ': the payloads say ', toString(recounted), ', the view says ', toString(stored)),
        differs)), 1, ${limit}) AS examples
FROM
(
    SELECT *, NOT unverified AND recounted <> stored AS differs
    FROM (${aggregate_cells})
)
