package dev.hookline.sink.clickhouse.internal.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits by turning its own clock, which nothing else turns. */
public final class FakePause implements Pause {
  private final List<Duration> waits = new ArrayList<>();
  private Duration now = Duration.ZERO;

  @Override
  public long nanoTime() {
    return now.toNanos();
  }

  @Override
  public void await(Duration duration) {
    waits.add(duration);
    now = now.plus(duration);
  }

  /** What was waited for, one after the other. */
  public List<Duration> waits() {
    return waits;
  }

  /** All of it together. */
  public Duration waited() {
    return now;
  }
}
