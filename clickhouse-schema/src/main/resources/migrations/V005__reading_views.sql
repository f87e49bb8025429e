-- What people read. FINAL stands alone in a view over one table: beside a JOIN or inside a CTE it
-- has known faults, and nobody can forget it here. The views are INVOKER's: a reader needs SELECT
-- on the tables as well, and gains nothing that was not granted.

CREATE VIEW IF NOT EXISTS ${database}.v_events AS
SELECT * FROM ${database}.normalized_events FINAL;

CREATE VIEW IF NOT EXISTS ${database}.v_rejected_events AS
SELECT * FROM ${database}.rejected_events FINAL;

-- The hours as the windows wrote them: without what came late.
CREATE VIEW IF NOT EXISTS ${database}.v_employee_windows AS
SELECT * FROM ${database}.employee_metrics_hourly FINAL;

-- What came late, from the events themselves: a window that is closed never changes.
CREATE VIEW IF NOT EXISTS ${database}.v_employee_late_hours AS
SELECT
    org,
    source,
    person_id,
    toDateTime64(toStartOfHour(event_time, 'UTC'), 3, 'UTC') AS hour,
    sum(contributions['pr_opened'])            AS pr_opened,
    sum(contributions['pr_merged'])            AS pr_merged,
    sum(contributions['pr_closed_unmerged'])   AS pr_closed_unmerged,
    sum(contributions['reviews'])              AS reviews,
    sum(contributions['review_comments'])      AS review_comments,
    sum(contributions['review_latency_ms'])    AS review_latency_ms,
    sum(contributions['review_latency_count']) AS review_latency_count,
    sum(contributions['issues_created'])       AS issues_created,
    sum(contributions['issues_resolved'])      AS issues_resolved,
    count()                                    AS events
FROM ${database}.v_events
WHERE late = 1 AND person_id <> '' AND length(contributions) > 0
GROUP BY org, source, person_id, hour;

-- The hours as they are: windows plus what came late.
CREATE VIEW IF NOT EXISTS ${database}.v_employee_metrics_hourly AS
SELECT
    org,
    source,
    person_id,
    hour,
    sum(h.pr_opened)            AS pr_opened,
    sum(h.pr_merged)            AS pr_merged,
    sum(h.pr_closed_unmerged)   AS pr_closed_unmerged,
    sum(h.reviews)              AS reviews,
    sum(h.review_comments)      AS review_comments,
    sum(h.review_latency_ms)    AS review_latency_ms,
    sum(h.review_latency_count) AS review_latency_count,
    sum(h.issues_created)       AS issues_created,
    sum(h.issues_resolved)      AS issues_resolved,
    sum(h.events)               AS events,
    -- an hour without a measured review has no average, which is not an average of 0
    sum(h.review_latency_ms) / nullIf(sum(h.review_latency_count), 0) AS review_latency_avg_ms
FROM
(
    SELECT
        org, source, person_id, hour,
        pr_opened, pr_merged, pr_closed_unmerged,
        reviews, review_comments, review_latency_ms, review_latency_count,
        issues_created, issues_resolved, events
    FROM ${database}.v_employee_windows
    UNION ALL
    SELECT
        org, source, person_id, hour,
        pr_opened, pr_merged, pr_closed_unmerged,
        reviews, review_comments, review_latency_ms, review_latency_count,
        issues_created, issues_resolved, events
    FROM ${database}.v_employee_late_hours
) AS h
GROUP BY org, source, person_id, hour;

-- The newest name of everybody who is in somebody's row. Names are labels; ids are the keys. The
-- event id breaks a tie of times, so that every reader sees the same name.
CREATE VIEW IF NOT EXISTS ${database}.v_people AS
SELECT
    org,
    source,
    person_id,
    argMax(person_login, (event_time, event_id)) AS login
FROM ${database}.v_events
WHERE person_id <> ''
GROUP BY org, source, person_id;
