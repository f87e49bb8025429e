package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.util.Optional;

/** Finds the process that a fault is aimed at, when it is aimed. */
interface Victim {

  /**
   * Looks for it.
   *
   * @throws DidNotBite when there is none
   */
  Service find() throws DidNotBite, InterruptedException;

  /** One that is always the same. */
  static Victim of(Service service) {
    return () -> {
      if (!service.isAlive()) {
        throw new DidNotBite(service.name() + " was dead before");
      }
      return service;
    };
  }

  /** A TaskManager that runs a task of a job that is running as a whole. */
  static Victim workingTaskManager(ChaosStack stack) {
    return () ->
        Await.seen(
            "a TaskManager at work",
            () -> {
              Optional<String> job = runningJob(stack);
              return job.isEmpty()
                  ? Optional.empty()
                  : stack.flink().workingTaskManagers(job.get()).stream()
                      .findFirst()
                      .map(id -> stack.job().processes().taskManager(id))
                      .filter(Service::isAlive);
            });
  }

  /** The id of the job, once every task of it runs. */
  static Optional<String> runningJob(ChaosStack stack) throws IOException {
    return runningJob(stack.flink());
  }

  /** As {@link #runningJob(ChaosStack)}. */
  static Optional<String> runningJob(FlinkRest flink) throws IOException {
    var job = flink.job().filter(FlinkRest.Job::running);
    return job.isPresent() && flink.allTasksRunning(job.get().id())
        ? Optional.of(job.get().id())
        : Optional.empty();
  }
}
