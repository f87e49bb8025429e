-- An insert is refused while the disk has less room than this, and the sink repeats it. The server checks
-- only before it writes, and what happens to a write that finds the disk full is up to it: the embedded
-- engine (26.7.2) takes it for done, so that a block of empty files is acknowledged and counted until
-- the next restart. Nobody takes 256 MiB while one block is written.
--
-- Merges do not ask. They need room too, and are the second reason not to fill a disk to its last byte.
ALTER TABLE ${database}.normalized_events
    MODIFY SETTING min_free_disk_bytes_to_perform_insert = 268435456;
ALTER TABLE ${database}.employee_metrics_hourly
    MODIFY SETTING min_free_disk_bytes_to_perform_insert = 268435456;
ALTER TABLE ${database}.rejected_events
    MODIFY SETTING min_free_disk_bytes_to_perform_insert = 268435456;
ALTER TABLE ${database}.events_by_hour
    MODIFY SETTING min_free_disk_bytes_to_perform_insert = 268435456;
