package dev.hookline.sink.clickhouse.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;

class SharedLooksTest {
  private static final JobID JOB = new JobID();
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // as the clock may do
  private final SharedLooks looks = new SharedLooks(nanos::get);
  private final AtomicInteger asked = new AtomicInteger();

  private TargetCheck.Facts ask() {
    return new TargetCheck.Facts("look " + asked.incrementAndGet(), Set.of());
  }

  private static SharedLooks.Key tasks(int attempt) {
    Duration second = Duration.ofSeconds(1);
    return new SharedLooks.Key(
        JOB,
        attempt,
        new Connection(
            URI.create("http://127.0.0.1:8123"),
            "default",
            new Secret(""),
            second,
            second,
            second,
            Map.of()),
        new Target("hookline", "events", new TableSchema(List.of(new Column("n", "Int64"))), "n"),
        DeliveryMode.EXACTLY_ONCE);
  }

  @Test
  void tasksOfOneAttemptLookOnce() throws Exception {
    assertThat(looks.facts(tasks(0), this::ask).version()).isEqualTo("look 1");
    nanos.addAndGet(SharedLooks.FRESH.toNanos());
    assertThat(looks.facts(tasks(0), this::ask).version()).isEqualTo("look 1");
  }

  @Test
  void theNextAttemptLooksAgain() throws Exception {
    looks.facts(tasks(0), this::ask);
    assertThat(looks.facts(tasks(1), this::ask).version()).isEqualTo("look 2");
  }

  @Test
  void whatWasSeenLongAgoIsLookedAtAgain() throws Exception {
    looks.facts(tasks(0), this::ask);
    nanos.addAndGet(SharedLooks.FRESH.toNanos() + 1);
    assertThat(looks.facts(tasks(0), this::ask).version()).isEqualTo("look 2");
  }

  @Test
  void aFailureIsNobodyElses() throws Exception {
    assertThatThrownBy(
            () ->
                looks.facts(
                    tasks(0),
                    () -> {
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
    assertThat(looks.facts(tasks(0), this::ask).version()).isEqualTo("look 1");
  }

  @Test
  void aJobThatCannotStartLeavesNothing() throws Exception {
    for (int attempt = 0; attempt < 10; attempt++) {
      SharedLooks.Key tasks = tasks(attempt);
      assertThatThrownBy(
              () ->
                  looks.facts(
                      tasks,
                      () -> {
                        throw new IOException("refused");
                      }))
          .hasMessage("refused");
    }
    looks.facts(tasks(10), this::ask);
    assertThat(looks.kept()).isEqualTo(1);
  }

  @Test
  void aTaskWaitsForTheOneThatLooks() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Task first = looking(answer);
    var second = inAnotherThread(this::ask);
    await("the second to wait")
        .atMost(LIMIT)
        .until(() -> second.thread().getState() == Thread.State.WAITING);
    answer.countDown();
    assertThat(first.version()).isEqualTo("look 1");
    assertThat(second.version()).isEqualTo("look 1");
  }

  @Test
  void aTaskThatIsCancelledDoesNotWait() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Task first = looking(answer);
    var second = inAnotherThread(this::ask);
    second.thread().interrupt();
    assertThatThrownBy(second::version).hasRootCauseInstanceOf(InterruptedException.class);
    answer.countDown();
    assertThat(first.version()).isEqualTo("look 1");
  }

  /** One that is at it until the answer is there. */
  private Task looking(CountDownLatch answer) {
    Task task =
        inAnotherThread(
            () -> {
              answer.await();
              return ask();
            });
    await("the first to look")
        .atMost(LIMIT)
        .until(() -> task.thread().getState() == Thread.State.WAITING);
    return task;
  }

  private record Task(Thread thread, CompletableFuture<TargetCheck.Facts> facts) {
    String version() throws Exception {
      return facts.get(LIMIT.toSeconds(), TimeUnit.SECONDS).version();
    }
  }

  private Task inAnotherThread(SharedLooks.Looking own) {
    CompletableFuture<TargetCheck.Facts> facts = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                facts.complete(looks.facts(tasks(0), own));
              } catch (IOException | InterruptedException e) {
                facts.completeExceptionally(e);
              }
            });
    thread.start();
    return new Task(thread, facts);
  }
}
