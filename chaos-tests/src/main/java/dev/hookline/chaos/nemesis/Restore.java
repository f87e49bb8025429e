package dev.hookline.chaos.nemesis;

import dev.hookline.cli.stack.FlinkRest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What a job that was just started again began with, as its JobManager says: a job that begins with
 * nothing has forgotten how far it had read and what it had written.
 */
final class Restore {

  private final FlinkRest flink;

  /** As it was first seen: a later restore, of a job that failed meanwhile, is no matter here. */
  private String place;

  Restore(FlinkRest flink) {
    this.flink = flink;
  }

  /** Whether a job that is stopped now has something to begin with. */
  static boolean isPossible(FlinkRest flink) throws IOException {
    Optional<FlinkRest.Job> job = flink.job();
    if (job.isEmpty()) {
      return false;
    }
    FlinkRest.Checkpoints known = flink.checkpoints(job.get().id());
    return known.latestCompleted().isPresent() || known.restored() > 0;
  }

  /** Looks early, without a word where nothing is to be seen yet. */
  void look(Duration limit) throws InterruptedException {
    try {
      var unused = fromAny(limit);
    } catch (DidNotBite e) {
      // Whoever needs it looks again.
    }
  }

  /**
   * Waits until the job has begun with some checkpoint.
   *
   * @return what it was
   * @throws DidNotBite when it is not said within the limit
   */
  String fromAny(Duration limit) throws DidNotBite, InterruptedException {
    if (place == null) {
      place =
          Await.seen(
              "the job to begin with a checkpoint",
              limit,
              () -> {
                Optional<FlinkRest.Job> job = flink.job();
                return job.isEmpty() ? Optional.empty() : flink.restoredFrom(job.get().id());
              });
    }
    return "the job began with " + name(place);
  }

  /**
   * As {@link #fromAny}, with this one.
   *
   * @param savepoint its place
   * @throws DidNotBite also when it was another one
   */
  String from(String savepoint, Duration limit) throws DidNotBite, InterruptedException {
    String seen = fromAny(limit);
    // Not the places as they are: one may say file:/ where the other says file:///.
    if (!name(place).equals(name(savepoint))) {
      throw new DidNotBite(seen + " and not with " + name(savepoint));
    }
    return seen;
  }

  /** Savepoints' names have a random part, and checkpoints' their number. */
  static String name(String place) {
    String folder = place.endsWith("/") ? place.substring(0, place.length() - 1) : place;
    return folder.substring(folder.lastIndexOf('/') + 1);
  }
}
