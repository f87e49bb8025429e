package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker's death has shown something once others lead. */
class KillLeaderTest {
  @TempDir Path temp;
  private Sleeper second;
  private Instant lastLook;

  @BeforeEach
  void start() {
    second = new Sleeper(temp.resolve("log"));
  }

  @AfterEach
  void stop() {
    second.close();
  }

  /** The leaders at each look, and the last of them at all later ones. */
  private KillLeader worker(List<List<Integer>> leaders) {
    Deque<List<Integer>> looks = new ArrayDeque<>(leaders);
    return new KillLeader(
        () -> {
          lastLook = Instant.now();
          return looks.size() > 1 ? looks.remove() : looks.element();
        },
        node -> {
          assertThat(node).isEqualTo(2);
          return second;
        });
  }

  @Test
  void theLeaderOfMostIsKilledAndItHasBittenOnceAllThatItLedHasOtherLeaders() throws Exception {
    long before = second.pid();
    KillLeader worker =
        worker(
            List.of(
                List.of(), List.of(2, 1, 3), List.of(2, 1), List.of(1, 2), List.of(), List.of(3)));
    Instant begun = Instant.now();

    assertThat(worker.strike()).isEqualTo("sleeper is gone, and [3] lead what it led");
    assertThat(second.isAlive()).isFalse();
    assertThat(worker.struckAt())
        .as("the kill, and not the end of the wait for others")
        .hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(begun).isBefore(lastLook));
    worker.heal();

    assertThat(second.isAlive()).isTrue();
    assertThat(second.pid()).isNotEqualTo(before);
  }

  @Test
  void aFaultThatFoundNoLeaderHasKilledNobodyAndStartsNobodyAgain() {
    long before = second.pid();
    KillLeader worker = worker(List.of(List.of()));
    Thread.currentThread().interrupt();
    assertThatThrownBy(worker::strike).isInstanceOf(InterruptedException.class);

    worker.heal();

    assertThat(worker.struckAt()).isEmpty();
    assertThat(second.pid()).isEqualTo(before);
    assertThat(second.isAlive()).isTrue();
  }
}
