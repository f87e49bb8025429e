package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.CliFailure;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a demo saw.
 *
 * @param sent deliveries that were tried, bad ones included
 * @param acknowledged deliveries with a 2xx
 * @param redelivered attempts beyond a delivery's first
 * @param refused deliveries with a final no
 * @param check the sender's history against the rows
 * @param windowed rows that count in a person's window
 * @param late rows that count for a person beside the windows
 * @param kills the kills, empty when none could be made; the last one is the one that counts
 * @param peakPssMib largest sum of all parts' memory, in MiB
 * @param maxLagSeconds largest age of the oldest unread record
 * @param lagAfter30s the same 30 s after the last delivery; empty when it could not be told
 * @param seconds the whole run
 * @param audit the audit's own JSON
 * @param auditExitCode the audit's exit code
 */
record DemoReport(
    int sent,
    int acknowledged,
    int redelivered,
    int refused,
    HistoryCheck check,
    long windowed,
    long late,
    List<CheckpointKill.Kill> kills,
    long peakPssMib,
    double maxLagSeconds,
    OptionalDouble lagAfter30s,
    double seconds,
    JsonNode audit,
    int auditExitCode) {

  /** One object, with the field names that are documented for {@code demo --json}. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sent", sent);
    json.put("acknowledged", acknowledged);
    json.put("redelivered", redelivered);
    json.put("refused", refused);
    json.put("lost", check.lost().size());
    json.put("invented", check.invented().size());
    json.put("doubled", check.doubled().size());
    json.put("physical_duplicates", audited("physical_duplicates"));
    json.put("view_difference", audited("view_difference"));
    json.put("windowed", windowed);
    json.put("late", late);
    json.put("taskmanager_kills", kills.size());
    json.put("checkpoint_in_progress_at_kill", killedInCheckpoint());
    if (kills.isEmpty()) {
      json.putNull("recovery_seconds");
    } else {
      json.put("recovery_seconds", tenths(last().recovery().toMillis() / 1000.0));
    }
    json.put("peak_pss_mib", peakPssMib);
    json.put("max_lag_seconds", tenths(maxLagSeconds));
    if (lagAfter30s.isPresent()) {
      json.put("lag_seconds_after_30s", tenths(lagAfter30s.getAsDouble()));
    } else {
      json.putNull("lag_seconds_after_30s");
    }
    json.put("seconds", tenths(seconds));
    json.set("audit", audit);
    return json;
  }

  /**
   * {@link HistoryCheck#exitCode}, unless the demo knows better: only it knows whether the kill bit
   * and that no record was read again on purpose.
   */
  int exitCode() {
    if (check.exitCode(auditExitCode) == CliFailure.WRONG) {
      return CliFailure.WRONG;
    }
    if (!killedInCheckpoint() || audited("physical_duplicates") + audited("view_difference") != 0) {
      return Math.max(auditExitCode, CliFailure.WRONG);
    }
    return auditExitCode;
  }

  private long audited(String field) {
    return audit.path(field).asLong();
  }

  private boolean killedInCheckpoint() {
    return !kills.isEmpty() && last().failed();
  }

  private CheckpointKill.Kill last() {
    return kills.get(kills.size() - 1);
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
