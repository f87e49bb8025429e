package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.contract.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How long it takes, once a part is back, until work goes on: for Kafka until the job's source has
 * read a record that it had not read, for ClickHouse until it has a row that it had not.
 */
final class CatchUp {

  private static final Duration POLL = Duration.ofMillis(100);

  private final FlinkRest flink;
  private final Supplier<ClickHouseHttp> sql;

  CatchUp(ChaosStack stack) {
    this(stack.flink(), stack::sql);
  }

  CatchUp(FlinkRest flink, Supplier<ClickHouseHttp> sql) {
    this.flink = flink;
    this.sql = sql;
  }

  /** What grows when work goes on. */
  private interface Amount {
    long now() throws IOException;
  }

  Optional<Duration> ofKafka() {
    return grows(
        () -> {
          String job = flink.job().orElseThrow(() -> new IOException("no job")).id();
          Map<Integer, Long> read = flink.lastReadOffsets(job, Topics.WEBHOOK_EVENTS);
          return read.values().stream().mapToLong(Long::longValue).sum();
        });
  }

  Optional<Duration> ofClickHouse() {
    return grows(
        () ->
            Long.parseLong(sql.get().text("SELECT count() FROM normalized_events", "TSV").strip()));
  }

  private static Optional<Duration> grows(Amount amount) {
    Instant from = Instant.now();
    long before = -1;
    while (Duration.between(from, Instant.now()).compareTo(Recoveries.LIMIT) < 0) {
      try {
        long now = amount.now();
        if (before >= 0 && now > before) {
          return Optional.of(Duration.between(from, Instant.now()));
        }
        before = before < 0 ? now : before;
      } catch (IOException | RuntimeException e) {
        // A part that is not back yet: it counts as waiting.
      }
      LockSupport.parkNanos(POLL.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
