-- The events of the types that feed metrics, each with its JSON, and whether it can be read here.
SELECT *, isValidJSON(body) AS readable
FROM
(
    SELECT
        org,
        source,
        event_type,
        received_at,
        person_id,
        event_time,
        contributions,
        kafka_partition,
        kafka_offset,
        ifNull(payload, '') AS json,
        -- Half a surrogate pair is legal JSON, but this engine refuses the whole body for it. Only
        -- labels can hold one, and no label is counted, so any stand-in will do.
        if(isValidJSON(json), json, replaceRegexpAll(json, '\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}', '\\\\ufffd')) AS body
    FROM ${database}.v_events
    WHERE (source = 'github' AND event_type IN ('pull_request', 'pull_request_review', 'pull_request_review_comment', 'issues'))
        OR (source = 'jira' AND event_type IN ('jira:issue_created', 'jira:issue_updated'))
)
