package dev.hookline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DemoVerdictTest {

  private static final HistoryCheck GOOD = new HistoryCheck(List.of(), List.of(), List.of());

  private static DemoReport report(
      HistoryCheck check, boolean inCheckpoint, ObjectNode audit, int auditExitCode) {
    return new DemoReport(
        2007,
        2000,
        103,
        7,
        check,
        100,
        10,
        List.of(new CheckpointKill.Kill("tm-1", 7, inCheckpoint, Duration.ofSeconds(9))),
        1_000,
        2.0,
        OptionalDouble.empty(),
        80,
        audit,
        auditExitCode);
  }

  private static ObjectNode audit(boolean settled, long lost) {
    return JsonNodeFactory.instance.objectNode().put("settled", settled).put("lost", lost);
  }

  @Test
  void aGoodDemoSaysSo() {
    assertThat(DemoVerdict.of(report(GOOD, true, audit(true, 0), 0))).startsWith("demo: good; ");
  }

  @Test
  void whatIsWrongIsNamedWithItsNumber() {
    HistoryCheck lost = new HistoryCheck(List.of("acme:github:1"), List.of(), List.of());
    assertThat(DemoVerdict.of(report(lost, false, audit(true, 3), 1)))
        .isEqualTo(
            "demo: WRONG: lost is 1, checkpoint_in_progress_at_kill is false, audit.lost is 3");
  }

  @Test
  void anAuditThatDidNotSettleDecidesNothing() {
    assertThat(DemoVerdict.of(report(GOOD, true, audit(false, 0), 2)))
        .isEqualTo("demo: could not decide: the audit did not settle");
  }
}
