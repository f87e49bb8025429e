package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FaultKindTest {

  @Test
  void everyKindIsFoundByItsLabel() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(FaultKind.ofLabel(kind.label())).contains(kind);
    }
    assertThat(FaultKind.ofLabel("KILL_KAFKA")).isEmpty();
  }

  @Test
  void noFaultGoesWithOneOfTheSamePart() {
    for (FaultKind kind : FaultKind.values()) {
      assertThat(kind.goesWith(kind)).as(kind.label()).isFalse();
    }
    assertThat(FaultKind.KILL_REDIS.goesWith(FaultKind.KILL_TASKMANAGER)).isTrue();
    assertThat(FaultKind.CUT_KAFKA.goesWith(FaultKind.PAUSE_KAFKA)).isFalse();
  }

  @Test
  void aFaultHasAnEnd() {
    assertThatThrownBy(
            () -> new Fault(FaultKind.KILL_REDIS, 0, Duration.ZERO, Duration.ofSeconds(21)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("length must be 0 to PT20S");
    assertThatThrownBy(
            () -> new Fault(FaultKind.KILL_REDIS, 0, Duration.ofMillis(-1), Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("after must not be negative");
    assertThat(new Fault(FaultKind.KILL_REDIS, -3, Duration.ZERO, Duration.ZERO).oneOf(2))
        .isBetween(0, 1);
  }
}
