-- The database, and the log of what was applied to it. Every statement of every migration may run
-- twice: one that died half-way is run again from its beginning, and two runners may meet.

CREATE DATABASE IF NOT EXISTS ${database};

-- Two runners may both record a version: equal records collapse, because the whole record is the
-- key; records that differ stay side by side, so that the runner sees them and refuses.
CREATE TABLE IF NOT EXISTS ${database}.schema_migrations
(
    version    UInt32,
    name       String,
    checksum   String COMMENT 'SHA-256 of the file as shipped, before its placeholders are filled in',
    applied_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (version, name, checksum);
