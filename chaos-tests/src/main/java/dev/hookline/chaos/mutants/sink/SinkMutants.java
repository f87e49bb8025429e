package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.ControlledMutant;
import java.util.List;

/** Wrong sinks of events. */
public final class SinkMutants {
  private SinkMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    return List.of(
        new Experiment("plain-list-without-flush", List.of("NoLoss"), SinkScenarios::plainList),
        new Experiment(
            "inserted-before-the-checkpoint-completes",
            List.of("NoDuplicates", "ViewsAgree"),
            SinkScenarios::insertedAtTheBarrier),
        new Experiment(
            "block-rebuilt-instead-of-resent",
            List.of("NoDuplicates", "ViewsAgree"),
            SinkScenarios::blockRebuilt),
        new Experiment(
            "token-from-checkpoint-and-subtask",
            List.of("NoLoss"),
            SinkScenarios::tokenFromCheckpoint),
        new Experiment(
            "failure-signalled-with-known-reason",
            List.of("NoLoss"),
            SinkScenarios::failureSignalled),
        new Experiment(
            "failed-blocks-kept-in-memory", List.of("NoLoss"), SinkScenarios::failureKeptInMemory),
        new Experiment(
            "restored-blocks-not-committed",
            List.of("NoLoss"),
            SinkScenarios::restoredNotCommitted),
        new Experiment(
            "success-believed-without-a-look", List.of("NoLoss"), ServerScenarios::successBelieved),
        new Experiment("views-not-completed", List.of("ViewsAgree"), ServerScenarios::viewsLeft),
        new Experiment(
            "acknowledged-from-memory",
            List.of("NoLoss"),
            ServerScenarios::acknowledgedFromMemory));
  }
}
