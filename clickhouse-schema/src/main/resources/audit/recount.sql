-- What each event adds to whose hour, read from its payload by SQL alone. It shares nothing with the
-- job but docs/metrics.md: were a rule wrong on one side only, the two would differ. One line per
-- event and metric; amounts are to be summed.
--
-- An event feeds a metric when its payload says when it happened, from 1970 until 2100, no more than
-- a day after it was received, and when somebody is to be credited who is neither a bot nor gone.
-- Where a body has one name twice, this engine takes the first value and the job the last; no
-- provider sends that.
--
-- To be read from the inside out: what the event counts as; whom and when it names, as JSON; the
-- same as ids and milliseconds; what it adds. Each layer names a value once, because the engine
-- writes a named expression out at every use of its name.
WITH
    -- a JSON string or integer as text, anything else as the empty text
    (raw -> multiIf(startsWith(raw, '"'), JSONExtractString(raw), match(raw, '^[0-9]+$'), raw, ''))
        AS text_of,
    -- milliseconds since 1970 of an ISO 8601 text with an offset, with or without its colon, or of
    -- an integer of so many milliseconds each; NULL for what says no time. A count beyond 2^42 is
    -- no time in either unit, and would not bear the multiplication.
    ((text, unit) -> multiIf(
        match(text, '^[0-9]{1,19}$'),
            if(toUInt64OrZero(text) > 4398046511104, NULL, toInt64OrNull(text) * unit),
        match(text, '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?([Zz]|[+-]((0[0-9]|1[0-7])(:?[0-5][0-9])?|18(:?00)?))$'),
            toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(upper(text), 3, 'UTC')),
        NULL)) AS millis_of,
    -- an account's lasting id: GitHub's number; Jira Cloud's accountId, Jira Server's key or name
    ((source, user) -> if(source = 'github',
        extract(text_of(JSONExtractRaw(user, 'id')), '^[0-9]{1,19}$'),
        arrayFirst(id -> id <> '', [
            text_of(JSONExtractRaw(user, 'accountId')),
            text_of(JSONExtractRaw(user, 'key')),
            text_of(JSONExtractRaw(user, 'name'))]))) AS id_of,
    -- A bot by its type or its ending, never by a part of the name: abbott is no bot. GitHub shows
    -- a deleted user as the user ghost, Jira Cloud as the account unknown.
    ((source, user) -> if(source = 'github',
        JSONExtractString(user, 'type') = 'Bot'
            OR endsWith(JSONExtractString(user, 'login'), '[bot]')
            OR lower(JSONExtractString(user, 'login')) = 'ghost',
        JSONExtractString(user, 'accountType') = 'app'
            OR endsWith(JSONExtractString(user, 'name'), '[bot]')
            OR id_of(source, user) = 'unknown')) AS is_nobody
SELECT
    org,
    source,
    person_id,
    fromUnixTimestamp64Milli(intDiv(happened, 3600000) * 3600000, 'UTC') AS hour,
    fact.1 AS metric,
    fact.2 AS amount,
    kafka_partition,
    kafka_offset
FROM
(
    SELECT
        org,
        source,
        kafka_partition,
        kafka_offset,
        person_id,
        -- a time outside of 1970 to 2100 counts as none
        assumeNotNull(multiIf(
            at_ms >= 0 AND at_ms < 4102444800000, at_ms,
            else_ms >= 0 AND else_ms < 4102444800000, else_ms,
            NULL)) AS happened,
        arrayJoin(arrayConcat(
            [(metric, toInt64(1))],
            -- The latency of a review by somebody else than the author. A negative one is a fault
            -- of some clock.
            if(metric = 'reviews' AND person_id <> author_id
                    AND opened_ms >= 0 AND opened_ms < 4102444800000 AND at_ms >= opened_ms,
                [('review_latency_ms', assumeNotNull(at_ms - opened_ms)), ('review_latency_count', toInt64(1))],
                [])
        )) AS fact
    FROM
    (
        SELECT
            org,
            source,
            kafka_partition,
            kafka_offset,
            toUnixTimestamp64Milli(received_at) AS received_ms,
            metric,
            if(is_nobody(source, who), '', id_of(source, who)) AS person_id,
            if(metric = 'reviews', id_of(source, author), '') AS author_id,
            -- integers are seconds in GitHub's bodies, milliseconds in Jira's
            millis_of(text_of(at), if(source = 'github', 1000, 1)) AS at_ms,
            millis_of(text_of(else_at), 1) AS else_ms,
            millis_of(text_of(opened_at), 1000) AS opened_ms
        FROM
        (
            SELECT
                org,
                source,
                received_at,
                kafka_partition,
                kafka_offset,
                metric,
                multiIf(
                    source = 'jira',
                        -- a creator of whom the body says nothing at all is none
                        if(metric = 'issues_created'
                                AND (id_of(source, JSONExtractRaw(body, 'issue', 'fields', 'creator')) NOT IN ('', 'unknown')
                                    OR JSONExtractString(body, 'issue', 'fields', 'creator', 'name') <> ''
                                    OR JSONExtractString(body, 'issue', 'fields', 'creator', 'displayName') <> ''),
                            JSONExtractRaw(body, 'issue', 'fields', 'creator'),
                            JSONExtractRaw(body, 'user')),
                    metric = 'reviews', JSONExtractRaw(body, 'review', 'user'),
                    metric = 'review_comments', JSONExtractRaw(body, 'comment', 'user'),
                    metric = 'issues_created', JSONExtractRaw(body, 'issue', 'user'),
                    metric = 'issues_resolved', JSONExtractRaw(body, 'sender'),
                    JSONExtractRaw(body, 'pull_request', 'user')) AS who,
                multiIf(
                    source = 'jira',
                        if(metric = 'issues_created',
                            JSONExtractRaw(body, 'issue', 'fields', 'created'),
                            JSONExtractRaw(body, 'issue', 'fields', 'resolutiondate')),
                    metric = 'reviews', JSONExtractRaw(body, 'review', 'submitted_at'),
                    metric = 'review_comments', JSONExtractRaw(body, 'comment', 'created_at'),
                    metric = 'issues_created', JSONExtractRaw(body, 'issue', 'created_at'),
                    metric = 'issues_resolved', JSONExtractRaw(body, 'issue', 'closed_at'),
                    metric = 'pr_opened', JSONExtractRaw(body, 'pull_request', 'created_at'),
                    metric = 'pr_merged', JSONExtractRaw(body, 'pull_request', 'merged_at'),
                    JSONExtractRaw(body, 'pull_request', 'closed_at')) AS at,
                if(source = 'jira', JSONExtractRaw(body, 'timestamp'), '') AS else_at,
                if(metric = 'reviews', JSONExtractRaw(body, 'pull_request', 'user'), '') AS author,
                if(metric = 'reviews', JSONExtractRaw(body, 'pull_request', 'created_at'), '') AS opened_at
            FROM
            (
                SELECT
                    org,
                    source,
                    received_at,
                    kafka_partition,
                    kafka_offset,
                    body,
                    multiIf(
                        source = 'jira' AND event_type = 'jira:issue_created', 'issues_created',
                        -- From none to some: an item that leads from one resolution to another, or
                        -- back to none, resolves nothing.
                        source = 'jira' AND arrayExists(
                            -- old servers name the field only
                            item -> if(JSONExtractString(item, 'fieldId') <> '', JSONExtractString(item, 'fieldId'), JSONExtractString(item, 'field')) = 'resolution'
                                AND JSONExtractRaw(item, 'from') IN ('', 'null', '""')
                                AND JSONExtractRaw(item, 'to') NOT IN ('', 'null', '""'),
                            JSONExtractArrayRaw(body, 'changelog', 'items')), 'issues_resolved',
                        source = 'jira', '',
                        event_type = 'pull_request' AND verb = 'opened', 'pr_opened',
                        -- merge_commit_sha is there on unmerged ones too: only this field tells
                        event_type = 'pull_request' AND verb = 'closed' AND JSONExtractRaw(body, 'pull_request', 'merged') = 'true', 'pr_merged',
                        event_type = 'pull_request' AND verb = 'closed', 'pr_closed_unmerged',
                        event_type = 'pull_request_review' AND verb = 'submitted', 'reviews',
                        event_type = 'pull_request_review_comment' AND verb = 'created', 'review_comments',
                        event_type = 'issues' AND verb = 'opened', 'issues_created',
                        event_type = 'issues' AND verb = 'closed', 'issues_resolved',
                        '') AS metric
                FROM
                (
                    SELECT *, JSONExtractString(body, 'action') AS verb
                    FROM (${bodies})
                    WHERE readable
                    -- A limit that limits nothing, here and below: it keeps the planner from writing
                    -- the layers into each other, which took two seconds of planning.
                    LIMIT 9223372036854775807
                )
            )
            WHERE metric <> ''
            LIMIT 9223372036854775807
        )
    )
    WHERE person_id <> ''
        AND ((at_ms >= 0 AND at_ms < 4102444800000) OR (else_ms >= 0 AND else_ms < 4102444800000))
        AND happened <= received_ms + 86400000
)
