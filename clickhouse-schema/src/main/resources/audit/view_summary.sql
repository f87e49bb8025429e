-- The cells counted, and up to ${limit} of those that differ, as texts to be compared and shown: the
-- earliest hours first. Fewer events than there are is wrong whatever happened; more, or another
-- average, is what rows that were read again and written again in other blocks leave behind.
SELECT
    countIf(NOT unverified) AS cells,
    countIf(differs) AS differing_cells,
    countIf(differs AND stored < recounted) AS fewer_cells,
    arraySlice(arraySort(groupArrayIf(text, differs)), 1, ${limit}) AS examples,
    arraySlice(arraySort(groupArrayIf(text, differs AND stored < recounted)), 1, ${limit}) AS fewer_examples
FROM
(
    SELECT
        recounted,
        stored,
        unverified,
        NOT unverified AND (recounted <> stored OR recounted_size IS DISTINCT FROM stored_size) AS differs,
        concat(formatDateTime(hour, '%Y-%m-%dT%H:%iZ', 'UTC'), ' ', org, ' ', source, ' ', event_type,
            ': the rows say ', toString(recounted), ' events of ', ifNull(toString(recounted_size), 'no'),
            ' bytes on average, the view says ', toString(stored), ' of ', ifNull(toString(stored_size), 'no')) AS text
    FROM (${view_cells})
)
