package dev.hookline.chaos.run;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * After how many faults the job had been restored from a checkpoint, though they left its processes
 * alone. A restart may come well after the healing, so the job is looked at until the next fault. A
 * look that nobody answers says nothing: a fault is counted only when it is known how often the job
 * had been restored both before and after it.
 */
final class Restarts {

  private final Map<String, Integer> byKind = new TreeMap<>();
  private Optional<Watched> watched = Optional.empty();

  private record Watched(String kind, long before, boolean restarted) {}

  /**
   * Watches the job on account of one fault, and of none before it any more.
   *
   * @param kind of the fault
   * @param before how often the job had been restored before it; empty when nobody knows
   */
  void watch(String kind, OptionalLong before) {
    end();
    if (before.isPresent()) {
      watched = Optional.of(new Watched(kind, before.getAsLong(), false));
    }
  }

  /** Looks at how often the job was restored by now; empty when nobody knows. */
  void look(OptionalLong now) {
    if (now.isEmpty() || watched.isEmpty()) {
      return;
    }
    Watched one = watched.get();
    byKind.putIfAbsent(one.kind(), 0);
    // a number that fell is of a new JobManager, which counts from 0
    if (!one.restarted() && now.getAsLong() != one.before()) {
      byKind.merge(one.kind(), 1, Integer::sum);
      watched = Optional.of(new Watched(one.kind(), one.before(), true));
    }
  }

  /** What comes now is owed to something else. */
  void end() {
    watched = Optional.empty();
  }

  /** By kind; 0 of those that were watched and brought no restart. */
  Map<String, Integer> byKind() {
    return byKind;
  }
}
