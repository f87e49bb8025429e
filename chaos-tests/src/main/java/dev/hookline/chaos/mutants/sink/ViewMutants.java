package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.ControlledMutant;
import java.util.List;
import java.util.Set;

/** Wrong views, and wrong versions of the rows that readers choose between. */
public final class ViewMutants {
  private ViewMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    return List.of(
        new Experiment("view-without-key-and-window", "ViewsAgree", ViewScenarios::summedView),
        new Experiment("view-keyed-by-hour-alone", "ViewsAgree", ViewScenarios::replacedByHour),
        new Experiment("average-with-a-placeholder", "ViewsAgree", ViewScenarios::placeholder),
        new Experiment(
            "hours-read-without-final", "AggregatesAgree", HourScenarios::readWithoutFinal),
        Experiment.beyond(
            "events-read-without-final",
            "AggregatesAgree",
            Set.of("NoDuplicates"),
            ViewScenarios::readWithoutFinal),
        new Experiment("hours-as-increments", "AggregatesAgree", HourScenarios::increments),
        new Experiment("version-by-wall-clock", "AggregatesAgree", HourScenarios::wallClock),
        Experiment.beyond(
            "later-copy-wins",
            "AggregatesAgree",
            Set.of("NoDuplicates", "ViewsAgree"),
            HourScenarios::laterCopyWins));
  }
}
