package dev.hookline.jobs.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LatenessTest {

  private static final Lateness FOUR_DAYS = new Lateness(Duration.ofDays(4));

  @Test
  void anEventIsLateFromTheMillisecondInWhichItsHourCloses() {
    Instant event = Instant.parse("2026-03-05T10:59:59.999Z");
    Instant close = Instant.parse("2026-03-09T11:00:00Z");
    assertThat(FOUR_DAYS.isLate(event, close.minusMillis(1))).isFalse();
    assertThat(FOUR_DAYS.isLate(event, close)).isTrue();
    assertThat(FOUR_DAYS.isLate(event.plusMillis(1), close)).isFalse();
  }

  @Property
  void everyTimeIsInItsHourAlsoBefore1970(
      @ForAll @LongRange(min = -9_000_000_000L, max = 9_000_000_000_000L) long time) {
    long hour = Lateness.hourOf(time);
    assertThat(time).isBetween(hour, Lateness.endOf(hour) - 1);
    assertThat(hour % 3_600_000).isZero();
  }

  @Test
  void refusesAnAllowanceOfNothing() {
    assertThatThrownBy(() -> new Lateness(Duration.ZERO))
        .hasMessageContaining("must be above zero");
  }
}
