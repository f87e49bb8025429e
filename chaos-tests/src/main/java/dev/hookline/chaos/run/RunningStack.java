package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.StackPlan;
import java.util.function.Consumer;

/** A stack that schedules are run on, one after the other. */
interface RunningStack extends AutoCloseable {

  /** What it was made from. */
  StackPlan plan();

  /**
   * Runs one schedule.
   *
   * @param settings of the run
   * @param progress told of each fault
   * @return what came of it, whatever that is
   */
  ScheduleResult run(Schedule schedule, ChaosSettings settings, Consumer<String> progress)
      throws InterruptedException;

  /** What a failure leaves of it. */
  EvidenceSource evidence();

  @Override
  void close();

  /** Starts one. */
  interface Opening {

    /**
     * Starts a stack with nothing in it.
     *
     * @param plan its folder must be empty or missing
     * @param progress told what is being started
     */
    RunningStack open(StackPlan plan, Consumer<String> progress);
  }
}
