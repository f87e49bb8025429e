package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.ControlledMutant;
import java.util.List;

/** Wrong sinks of events. */
public final class SinkMutants {
  private SinkMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    return List.of(
        new Experiment("plain-list-without-flush", "NoLoss", SinkScenarios::plainList),
        new Experiment(
            "inserted-before-the-checkpoint-completes",
            "NoDuplicates",
            SinkScenarios::insertedAtTheBarrier),
        new Experiment(
            "block-rebuilt-instead-of-resent", "NoDuplicates", SinkScenarios::blockRebuilt),
        new Experiment(
            "token-from-checkpoint-and-subtask", "NoLoss", SinkScenarios::tokenFromCheckpoint),
        new Experiment(
            "failure-signalled-with-known-reason", "NoLoss", SinkScenarios::failureSignalled),
        new Experiment(
            "failed-blocks-kept-in-memory", "NoLoss", SinkScenarios::failureKeptInMemory),
        new Experiment(
            "restored-blocks-not-committed", "NoLoss", SinkScenarios::restoredNotCommitted),
        new Experiment(
            "success-believed-without-a-look", "NoLoss", ServerScenarios::successBelieved),
        new Experiment("views-not-completed", "ViewsAgree", ServerScenarios::viewsLeft),
        new Experiment(
            "acknowledged-from-memory", "NoLoss", ServerScenarios::acknowledgedFromMemory));
  }
}
