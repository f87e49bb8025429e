-- How much is there inside the cut: two equal answers in a row say that nothing is under way.
SELECT
    (SELECT count() FROM ${database}.normalized_events WHERE ${in_cut}) AS physical_rows,
    (SELECT count() FROM ${database}.v_events WHERE ${in_cut}) AS rows,
    (SELECT count() FROM ${database}.v_rejected_events WHERE topic = ${topic} AND ${in_cut}) AS rejected,
    (SELECT sum(version) FROM ${database}.v_employee_windows) AS windows
