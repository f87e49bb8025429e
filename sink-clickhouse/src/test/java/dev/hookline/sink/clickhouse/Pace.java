package dev.hookline.sink.clickhouse;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.GuavaRateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * The rate of the input of the job that was started last, until the test has seen what it waits for
 * and lets the rest come at once. So the input ends neither before that, however slow the machine
 * is, nor long after.
 */
final class Pace {
  private static volatile boolean over;

  private Pace() {}

  /** This many rows a second over all subtasks, until {@link #letTheRestCome()}. */
  static <S extends SourceSplit> RateLimiterStrategy<S> perSecond(double rows) {
    over = false;
    return parallelism -> new UntilOver<>(new GuavaRateLimiter<>(rows / parallelism));
  }

  static void letTheRestCome() {
    over = true;
  }

  private record UntilOver<S extends SourceSplit>(RateLimiter<S> limiter)
      implements RateLimiter<S> {
    @Override
    public CompletionStage<Void> acquire(int rows) {
      return over ? CompletableFuture.completedFuture(null) : limiter.acquire(rows);
    }
  }
}
