package dev.hookline.jobs.source;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A topic whose state a test sets. One for the JVM, because Flink ships the factory as bytes. */
final class FakeTopicLog implements TopicLog {

  private static final AtomicReference<Sight> SIGHT = new AtomicReference<>();

  static Factory showing(Sight sight) {
    show(sight);
    return FakeTopicLog::new;
  }

  static void show(Sight sight) {
    SIGHT.set(sight);
  }

  @Override
  public Sight look(Duration within) {
    return SIGHT.get();
  }

  @Override
  public Sight lookAtId(Duration within) {
    return SIGHT
        .get()
        .match(present -> new Present(present.id(), Map.of(), null), a -> a, unknown -> unknown);
  }

  @Override
  public void close() {}
}
