package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the fault bit is decided by its checkpoint, and not by how soon the job recovers. */
class KillInCheckpointTest {
  @TempDir Path temp;
  private FakeFlink flink;
  private Sleeper clickHouse;
  private Sleeper taskManager;

  @BeforeEach
  void start() throws IOException {
    flink = new FakeFlink().completed(6, Instant.now()).checkpoint(7, "IN_PROGRESS");
    clickHouse = new Sleeper(temp.resolve("clickhouse"));
    taskManager = new Sleeper(temp.resolve("taskmanager"));
  }

  @AfterEach
  void stop() {
    flink.close();
    clickHouse.close();
    taskManager.close();
  }

  private KillInCheckpoint worker(Runnable onKill) {
    Function<String, Service> taskManagers =
        id -> {
          assertThat(id).isEqualTo("tm-1");
          onKill.run();
          return taskManager;
        };
    return new KillInCheckpoint(flink.rest(), clickHouse, taskManagers);
  }

  @Test
  void aJobThatDoesNotRecoverIsNoReasonForTheKillNotToHaveBitten() throws Exception {
    long before = taskManager.pid();
    KillInCheckpoint worker = worker(() -> flink.checkpoint(7, "FAILED"));

    assertThat(worker.strike()).isEqualTo("tm-1 was killed while checkpoint 7 was in progress");
    assertThat(worker.struckAt()).isPresent();
    worker.heal();
    flink.forgetCheckpoints(); // of so many others since

    assertThat(worker.afterHealing()).isEqualTo("checkpoint 7 failed");
    assertThat(taskManager.isAlive()).isTrue();
    assertThat(taskManager.pid()).isNotEqualTo(before);
    assertThat(ProcessState.of(clickHouse.pid()).stopped()).isFalse();
  }

  @Test
  void aCheckpointThatEndedJustBeforeTheKillIsFollowedByAnotherKill() throws Exception {
    AtomicInteger kills = new AtomicInteger();
    KillInCheckpoint worker =
        worker(
            () -> {
              if (kills.incrementAndGet() == 1) {
                flink.checkpoint(7, "COMPLETED");
                recovered(8);
              } else {
                flink.checkpoint(9, "FAILED");
              }
            });

    assertThat(worker.strike())
        .isEqualTo(
            "tm-1 was killed while checkpoint 7 was in progress, which ended all the same, then"
                + " tm-1 was killed while checkpoint 9 was in progress");
    worker.heal();

    assertThat(worker.afterHealing()).isEqualTo("checkpoint 9 failed");
  }

  @Test
  void killsOfWhichNoneMetItsCheckpointDidNotBite() throws Exception {
    AtomicInteger kills = new AtomicInteger();
    KillInCheckpoint worker =
        worker(
            () -> {
              long met = 5 + 2L * kills.incrementAndGet();
              flink.checkpoint(met, "COMPLETED");
              recovered(met + 1);
            });
    assertThat(worker.strike()).endsWith("while checkpoint 11 was in progress");
    worker.heal();

    assertThat(kills).hasValue(3);
    assertThatThrownBy(worker::afterHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessage("checkpoint 11 ended all the same");
  }

  /** The next one completes, triggered after the kill, and one more is in progress. */
  private void recovered(long id) {
    flink.completed(id, Instant.now().plusSeconds(1)).checkpoint(id + 1, "IN_PROGRESS");
  }
}
