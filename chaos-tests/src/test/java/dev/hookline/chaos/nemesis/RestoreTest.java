package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job that came back with nothing, or with something else, has not come back. */
class RestoreTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String SAVEPOINT = "file:///data/savepoints/savepoint-1a2b3c-4d5e6f";

  private FakeFlink flink;

  @BeforeEach
  void start() throws IOException {
    flink = new FakeFlink();
  }

  @AfterEach
  void stop() {
    flink.close();
  }

  @Test
  void aJobThatRunsWithoutARestoreHasBegunWithNothing() {
    assertThatThrownBy(() -> new Restore(flink.rest()).fromAny(SHORT))
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("in vain for the job to begin with a checkpoint");
    assertThatThrownBy(() -> new Restore(flink.rest()).from(SAVEPOINT, SHORT))
        .isInstanceOf(DidNotBite.class);
  }

  @Test
  void aJobThatWasRestoredSaysFromWhat() throws Exception {
    flink.restored("file:/data/checkpoints/j/chk-12");

    assertThat(new Restore(flink.rest()).fromAny(LIMIT)).isEqualTo("the job began with chk-12");
  }

  @Test
  void aSavepointIsKnownByItsNameHoweverItsPlaceIsWritten() throws Exception {
    flink.restored("file:/data/savepoints/savepoint-1a2b3c-4d5e6f");

    assertThat(new Restore(flink.rest()).from(SAVEPOINT, LIMIT))
        .isEqualTo("the job began with savepoint-1a2b3c-4d5e6f");
    assertThat(new Restore(flink.rest()).from(SAVEPOINT + "/", LIMIT)).contains("savepoint-1a2b3c");
  }

  @Test
  void aJobThatBeganWithSomethingElseDidNotResume() {
    flink.restored("file:/data/checkpoints/j/chk-12");

    assertThatThrownBy(() -> new Restore(flink.rest()).from(SAVEPOINT, LIMIT))
        .isInstanceOf(DidNotBite.class)
        .hasMessage("the job began with chk-12 and not with savepoint-1a2b3c-4d5e6f");
  }

  @Test
  void whatTheJobBeganWithIsTheFirstThatWasSeen() throws Exception {
    Restore restore = new Restore(flink.rest());
    restore.look(SHORT); // nothing yet
    flink.restored(SAVEPOINT);
    restore.look(LIMIT);
    flink.restored("file:/data/checkpoints/j/chk-13");

    assertThat(restore.from(SAVEPOINT, LIMIT)).contains("savepoint-1a2b3c-4d5e6f");
  }

  @Test
  void aJobWithoutACheckpointHasNothingToBeginWithAgain() throws IOException {
    assertThat(Restore.isPossible(flink.rest())).isFalse();
    flink.completed(1, Instant.now());
    assertThat(Restore.isPossible(flink.rest())).isTrue();
  }

  @Test
  void aJobThatHasBegunWithACheckpointCanBeginWithItAgain() throws IOException {
    flink.restored("file:/data/checkpoints/j/chk-12");
    assertThat(Restore.isPossible(flink.rest())).isTrue();
  }
}
