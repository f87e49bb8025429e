package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DoneTest {
  private static final Instant BEGUN = Instant.parse("2026-03-02T10:00:00Z");
  private static final Instant STRUCK = BEGUN.plusSeconds(20);
  private static final Instant HEALED = BEGUN.plusSeconds(30);

  @Test
  void aRecoveryCountsFromTheKillOrFromTheHealing() {
    assertThat(done(FaultKind.KILL_BEFORE_COMMIT, true, STRUCK).recoveryFrom()).isEqualTo(STRUCK);
    assertThat(done(FaultKind.KILL_KAFKA, true, STRUCK).recoveryFrom()).isEqualTo(HEALED);
  }

  @Test
  void ofAFaultThatDidNotBiteItCountsFromTheHealingWhateverItHasDone() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(done(kind, false, BEGUN).recoveryFrom()).as(kind.label()).isEqualTo(HEALED);
      assertThat(done(kind, false, STRUCK).recoveryFrom()).as(kind.label()).isEqualTo(HEALED);
    }
  }

  private static Done done(FaultKind kind, boolean bit, Instant struck) {
    Fault fault = new Fault(kind, 1, Duration.ZERO, Duration.ZERO);
    return new Done(fault, bit, "evidence", BEGUN, struck, HEALED);
  }
}
