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
        new Experiment(
            "view-without-key-and-window", List.of("ViewsAgree"), ViewScenarios::summedView),
        new Experiment(
            "view-keyed-by-hour-alone", List.of("ViewsAgree"), ViewScenarios::replacedByHour),
        new Experiment(
            "average-with-a-placeholder", List.of("ViewsAgree"), ViewScenarios::placeholder),
        new Experiment(
            "hours-read-without-final",
            List.of("AggregatesAgree"),
            HourScenarios::readWithoutFinal),
        Experiment.beyond(
            "events-read-without-final",
            List.of("AggregatesAgree"),
            Set.of("NoDuplicates"),
            ViewScenarios::readWithoutFinal),
        new Experiment(
            "hours-as-increments", List.of("AggregatesAgree"), HourScenarios::increments),
        new Experiment(
            "version-by-wall-clock", List.of("AggregatesAgree"), HourScenarios::wallClock),
        Experiment.beyond(
            "later-copy-wins",
            List.of("AggregatesAgree"),
            Set.of("NoDuplicates", "ViewsAgree"),
            HourScenarios::laterCopyWins));
  }
}
