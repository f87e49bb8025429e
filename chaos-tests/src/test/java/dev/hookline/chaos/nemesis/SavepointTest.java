package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.flink.NoSavepointException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A job is told to stop again only when it is certain that it goes on. */
class SavepointTest {
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger stops = new AtomicInteger();

  /** The job runs at every second look. */
  private String stopped(int failures, DevStackException failure) throws Exception {
    return JobWorkers.Savepoint.stopped(
        () -> looks.incrementAndGet() % 2 == 0,
        () -> {
          if (stops.incrementAndGet() <= failures) {
            throw failure;
          }
          return "file:/s";
        });
  }

  @Test
  void aSavepointThatWasNotMadeIsAskedForAgainWhenTheJobRuns() throws Exception {
    assertThat(stopped(2, new NoSavepointException("a task did not run"))).isEqualTo("file:/s");
    assertThat(stops).hasValue(3);
    assertThat(looks).hasValue(6);
  }

  @Test
  void threeThatWereNotMadeAreEnough() {
    NoSavepointException failure = new NoSavepointException("a task did not run");

    assertThatThrownBy(() -> stopped(3, failure)).isSameAs(failure);
    assertThat(stops).hasValue(3);
  }

  @Test
  void oneOfWhoseEndNobodyKnowsIsNotAskedForAgain() {
    DevStackException failure = new DevStackException("waited in vain for the savepoint");

    assertThatThrownBy(() -> stopped(1, failure)).isSameAs(failure);
    assertThat(stops).hasValue(1);
  }
}
