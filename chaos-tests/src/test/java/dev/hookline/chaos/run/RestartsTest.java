package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RestartsTest {
  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  private final Restarts restarts = new Restarts();

  private static OptionalLong times(long restored) {
    return OptionalLong.of(restored);
  }

  @Test
  void aRestartAfterAFaultIsCountedOnceHoweverOftenItIsLookedAt() {
    restarts.watch("kill-redis", times(1));
    restarts.look(times(2));
    restarts.look(times(3));

    restarts.watch("kill-redis", times(3));
    restarts.look(times(4));

    assertThat(restarts.byKind()).isEqualTo(Map.of("kill-redis", 2));
  }

  @Test
  void aFaultWithoutARestartIsInTheFigureAsNone() {
    restarts.watch("kill-redis", times(1));
    restarts.look(times(1));

    assertThat(restarts.byKind()).isEqualTo(Map.of("kill-redis", 0));
  }

  @Test
  void aRestartThatComesAfterTheFirstLookIsCountedToo() {
    restarts.watch("kill-redis", times(1));
    restarts.look(times(1));
    restarts.look(times(2));

    assertThat(restarts.byKind()).isEqualTo(Map.of("kill-redis", 1));
  }

  @Test
  void whatNobodyAnsweredIsNeitherARestartNorNone() {
    restarts.watch("kill-kafka", UNKNOWN);
    restarts.look(times(5));
    restarts.watch("kill-redis", times(1));
    restarts.look(UNKNOWN);

    assertThat(restarts.byKind()).isEmpty();

    restarts.look(times(2));
    assertThat(restarts.byKind()).isEqualTo(Map.of("kill-redis", 1));
  }

  @Test
  void aNumberThatFellIsOfANewJobManager() {
    restarts.watch("cut-kafka", times(3));
    restarts.look(times(1));

    assertThat(restarts.byKind()).isEqualTo(Map.of("cut-kafka", 1));
  }

  @Test
  void whatComesAfterTheNextFaultHasBegunIsNotOwedToThisOne() {
    restarts.watch("kill-redis", times(1));
    restarts.look(times(1));
    restarts.end();
    restarts.look(times(2));

    assertThat(restarts.byKind()).isEqualTo(Map.of("kill-redis", 0));
  }
}
