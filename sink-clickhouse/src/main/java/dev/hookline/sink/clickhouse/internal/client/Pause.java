package dev.hookline.sink.clickhouse.internal.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits between two attempts; time is injected so that tests need none. */
public interface Pause {

  /** A clock that only goes forward, in nanoseconds. */
  long nanoTime();

  /** Waits; an interrupt, which is how Flink cancels a task, ends it at once. */
  void await(Duration duration) throws InterruptedException;

  /** The real time. */
  static Pause real() {
    return new Pause() {
      private final CountDownLatch never = new CountDownLatch(1);

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void await(Duration duration) throws InterruptedException {
        boolean released = never.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        assert !released : "nobody releases it";
      }
    };
  }
}
