package dev.hookline.chaos.mutants;

import dev.hookline.chaos.mutants.sink.SinkMutants;
import dev.hookline.chaos.mutants.sink.ViewMutants;
import java.util.List;
import java.util.stream.Stream;

/** All mutants. */
public final class Mutants {
  private Mutants() {}

  /** All of them, in the order of docs/chaos.md; no two have the same name. */
  public static List<ControlledMutant> all() {
    return Stream.of(SinkMutants.all(), ViewMutants.all()).flatMap(List::stream).toList();
  }
}
