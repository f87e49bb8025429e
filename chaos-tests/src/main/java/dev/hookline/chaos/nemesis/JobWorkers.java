package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.JobCluster;
import dev.hookline.cli.stack.FlinkRest.Task;
import dev.hookline.devstack.flink.NoSavepointException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Faults of the job as a whole, which people make on purpose. */
final class JobWorkers {

  private static final Duration JOB_LIMIT = Duration.ofMinutes(2);

  /** A job that was started begins with its state at once, before any task. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(30);

  /** A job that has just recovered may have a task that cannot take part yet. */
  private static final int MOST_STOPS = 3;

  private JobWorkers() {}

  /** A job that is stopped before its first checkpoint has nothing to begin with again. */
  private static void awaitStoppable(ChaosStack stack) throws DidNotBite, InterruptedException {
    Await.until("the job to run", () -> Victim.runningJob(stack).isPresent());
    Await.until("a checkpoint to go on from", () -> Restore.isPossible(stack.flink()));
  }

  /** All of Flink is down while deliveries go on. */
  static final class Down implements Worker {
    private final ChaosStack stack;
    private long written;

    Down(ChaosStack stack) {
      this.stack = stack;
    }

    @Override
    public String strike() throws DidNotBite, InterruptedException {
      awaitStoppable(stack);
      stack.job().stop();
      if (stack.job().all().stream().anyMatch(one -> one.isAlive())) {
        throw new DidNotBite("a process of Flink is still there");
      }
      // A broker may be away at the same time.
      written = Await.seen("the end of the log", () -> Optional.of(stack.log().written()));
      return "no process of Flink is there";
    }

    @Override
    public String beforeHealing() throws DidNotBite, InterruptedException {
      Await.until("a delivery meanwhile", () -> stack.log().written() > written);
      return "deliveries went on meanwhile";
    }

    @Override
    public void heal() {
      stack.job().startAgain();
    }

    @Override
    public String afterHealing() throws DidNotBite, InterruptedException {
      return new Restore(stack.flink()).fromAny(Await.LIMIT);
    }
  }

  /** The job stops with a savepoint and comes back from it. */
  static final class Savepoint implements Worker {
    private final ChaosStack stack;
    private final Restore restore;
    private String place = "";

    Savepoint(ChaosStack stack) {
      this.stack = stack;
      this.restore = new Restore(stack.flink());
    }

    @Override
    public String strike() throws DidNotBite, InterruptedException {
      place =
          stopped(
              () -> Victim.runningJob(stack).isPresent(), () -> stack.job().stopWithSavepoint());
      return "the job has stopped with " + Restore.name(place);
    }

    /**
     * Tries again only when Flink has said that no savepoint was made. One of whose end nobody
     * knows may still be made, and its job has stopped then.
     *
     * @param stop gives the savepoint's place
     */
    static String stopped(Await.Condition runs, Supplier<String> stop)
        throws DidNotBite, InterruptedException {
      for (int stops = 1; ; stops++) {
        Await.until("the job to run", runs);
        try {
          return stop.get();
        } catch (NoSavepointException e) {
          if (stops == MOST_STOPS) {
            throw e;
          }
        }
      }
    }

    @Override
    public void heal() throws InterruptedException {
      if (!place.isEmpty()) {
        stack.job().startFrom(place);
        restore.look(FIRST_LOOK);
        stack.awaitJob(JOB_LIMIT);
      }
    }

    @Override
    public String afterHealing() throws DidNotBite, InterruptedException {
      return restore.from(place, Await.LIMIT);
    }
  }

  /** The job runs with another parallelism for a while. */
  static final class Rescale implements Worker {
    private final ChaosStack stack;
    private final int parallelism;
    private boolean changed;

    Rescale(ChaosStack stack, int parallelism) {
      this.stack = stack;
      this.parallelism = parallelism;
    }

    @Override
    public String strike() throws DidNotBite, InterruptedException {
      awaitStoppable(stack);
      changed = true;
      stack.job().rescale(parallelism);
      String job = Await.seen("the job to run again", () -> Victim.runningJob(stack));
      String restored = new Restore(stack.flink()).fromAny(Await.LIMIT);
      List<Task> tasks = Await.seen("its tasks", () -> Optional.of(stack.flink().tasks(job)));
      int most = tasks.stream().mapToInt(task -> task.subtask() + 1).max().orElse(0);
      if (most != parallelism) {
        throw new DidNotBite("the job runs " + most + " and not " + parallelism + " at a time");
      }
      Await.until(
          "a checkpoint with " + parallelism, () -> stack.flink().checkpoints(job).completed() > 0);
      return restored + " and has completed a checkpoint with " + parallelism + " of each task";
    }

    @Override
    public void heal() {
      if (changed) {
        stack.job().rescale(JobCluster.PARALLELISM);
        stack.awaitJob(JOB_LIMIT);
      }
    }

    @Override
    public String afterHealing() throws DidNotBite, InterruptedException {
      return "back again " + new Restore(stack.flink()).fromAny(Await.LIMIT);
    }
  }
}
