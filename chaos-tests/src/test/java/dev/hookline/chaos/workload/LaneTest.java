package dev.hookline.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.workload.Chain.Way;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LaneTest {

  private static final TrafficSettings SETTINGS =
      TrafficSettings.of(7, 0).withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  private final Deliveries deliveries = new Deliveries(SETTINGS, (org, source) -> "secret");
  private final Lane lane = new Lane(2);

  private Chain chain() {
    return new Chain(new Chain.Shared(deliveries.next(), false), Way.FIRST, 1);
  }

  @Test
  void whatIsOverTheLimitBeginsInTheOrderOfComingWhenOthersEnd() {
    Chain third = chain();
    Chain fourth = chain();
    assertThat(lane.enter(chain())).isTrue();
    assertThat(lane.enter(chain())).isTrue();
    assertThat(lane.enter(third)).isFalse();
    assertThat(lane.enter(fourth)).isFalse();
    assertThat(lane.leave()).contains(third);
    assertThat(lane.enter(chain())).as("the third has the place").isFalse();
    assertThat(lane.leave()).contains(fourth);
  }

  @Test
  void aPlaceThatNobodyWaitsForIsFreeAgain() {
    lane.enter(chain());
    lane.enter(chain());
    assertThat(lane.leave()).isEmpty();
    assertThat(lane.enter(chain())).isTrue();
    assertThat(lane.enter(chain())).isFalse();
  }

  @Test
  void whatIsTakenOutBeginsNeverMore() {
    Chain waiting = chain();
    lane.enter(chain());
    lane.enter(chain());
    lane.enter(waiting);
    assertThat(lane.clear()).containsExactly(waiting);
    assertThat(lane.leave()).isEmpty();
  }
}
