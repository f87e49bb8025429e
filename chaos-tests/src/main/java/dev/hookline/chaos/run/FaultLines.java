package dev.hookline.chaos.run;

import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultListener;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Writes faults into the history while they go on: when each begins, strikes and is over. */
final class FaultLines implements FaultListener {

  private static final String MOMENT = "moment";

  private final HistoryLog log;

  FaultLines(HistoryLog log) {
    this.log = log;
  }

  @Override
  public void begun(Fault fault) {
    log.fault(
        Map.of("fault", fault.kind().label(), MOMENT, "begun", "at", Instant.now().toEpochMilli()));
  }

  @Override
  public void struck(Fault fault, Instant at, String evidence) {
    log.fault(
        Map.of(
            "fault",
            fault.kind().label(),
            MOMENT,
            "struck",
            "at",
            at.toEpochMilli(),
            "evidence",
            evidence));
  }

  @Override
  public void over(Done done) {
    Map<String, Object> fields = new TreeMap<>();
    fields.put("fault", done.fault().kind().label());
    fields.put(MOMENT, "over");
    fields.put("at", Instant.now().toEpochMilli());
    fields.put("bit", done.bit());
    fields.put("evidence", done.evidence());
    fields.put("begun", done.begun().toEpochMilli());
    fields.put("struck", done.struck().toEpochMilli());
    fields.put("healed", done.healed().toEpochMilli());
    done.broken().ifPresent(thrown -> fields.put("broken", Evidence.text(thrown)));
    log.fault(fields);
  }
}
