-- Every cell (org, source, event type, hour) that either side has events in: v_events_by_hour, which
-- is counted while rows are inserted, against a count over v_events. A UNION ALL and not a FULL JOIN:
-- a cell that one side lacks is 0 events and no average there.
--
-- A cell with an event beyond the cut is not compared: its block may be half-way between the table
-- and the view.
SELECT
    org,
    source,
    event_type,
    hour,
    sum(recounted_events) AS recounted,
    sum(stored_events) AS stored,
    -- each side has one line for a cell; of the other's NULL nothing is left
    max(recounted_avg) AS recounted_size,
    max(stored_avg) AS stored_size,
    max(blind) AS unverified
FROM
(
    SELECT
        org, source, event_type,
        toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour,
        count() AS recounted_events,
        toUInt64(0) AS stored_events,
        -- sum and count of integers, so both sides divide the same two numbers
        sum(payload_size) / nullIf(countIf(payload_size > 0), 0) AS recounted_avg,
        CAST(NULL, 'Nullable(Float64)') AS stored_avg,
        max(${beyond_cut}) AS blind
    FROM ${database}.v_events
    GROUP BY org, source, event_type, hour

    UNION ALL

    SELECT
        org, source, event_type, hour,
        toUInt64(0) AS recounted_events,
        events AS stored_events,
        CAST(NULL, 'Nullable(Float64)') AS recounted_avg,
        payload_size_avg AS stored_avg,
        0 AS blind
    FROM ${database}.v_events_by_hour
)
GROUP BY org, source, event_type, hour
