-- Every cell (org, source, person, hour, metric) that either side has a number for: what the payloads
-- say against what people read. Sums of a UNION ALL and not a FULL JOIN: a cell that one side lacks
-- is a 0 there, and FINAL stays inside the views.
--
-- A cell is unverified, and then not compared, when an event in it has no payload here to read, or
-- is beyond the cut: its hour may be on its way.
SELECT
    org,
    source,
    person_id,
    hour,
    metric,
    sum(recounted_amount) AS recounted,
    sum(stored_amount) AS stored,
    max(blind) AS unverified
FROM
(
    SELECT
        org, source, person_id, hour, metric,
        amount AS recounted_amount,
        toInt64(0) AS stored_amount,
        ${beyond_cut} AS blind
    FROM (${recount})

    UNION ALL

    SELECT
        org, source, person_id, hour,
        cell.1 AS metric,
        toInt64(0) AS recounted_amount,
        cell.2 AS stored_amount,
        0 AS blind
    FROM ${database}.v_employee_metrics_hourly
    ARRAY JOIN [
        ('pr_opened', pr_opened),
        ('pr_merged', pr_merged),
        ('pr_closed_unmerged', pr_closed_unmerged),
        ('reviews', reviews),
        ('review_comments', review_comments),
        ('review_latency_ms', review_latency_ms),
        ('review_latency_count', review_latency_count),
        ('issues_created', issues_created),
        ('issues_resolved', issues_resolved)] AS cell

    UNION ALL

    -- whose cell it is that cannot be recounted, only the job can say
    SELECT
        org, source, person_id,
        toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour,
        metric,
        toInt64(0) AS recounted_amount,
        toInt64(0) AS stored_amount,
        1 AS blind
    FROM (${bodies})
    ARRAY JOIN mapKeys(contributions) AS metric
    WHERE person_id <> '' AND (NOT readable OR ${beyond_cut})
)
GROUP BY org, source, person_id, hour, metric
HAVING recounted <> 0 OR stored <> 0 OR unverified
