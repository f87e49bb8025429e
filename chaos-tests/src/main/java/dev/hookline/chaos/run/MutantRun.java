package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.lab.LabLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tries every mutant: with a few seeds, until the checker that is there for it turns red. Its
 * control, the right version under the same fault, must stay green with that seed, or the red says
 * nothing.
 */
public final class MutantRun {

  /** A mutant that is not caught with so many seeds survives. */
  static final int SEEDS = 3;

  private final List<? extends ControlledMutant> mutants;
  private final Consumer<String> progress;

  /**
   * Runs nothing yet.
   *
   * @param mutants which
   * @param progress gets a line for each
   */
  public MutantRun(List<? extends ControlledMutant> mutants, Consumer<String> progress) {
    this.mutants = List.copyOf(mutants);
    this.progress = progress;
  }

  /**
   * Runs them.
   *
   * @param empty a report of nothing, with the commit
   * @param seed the first
   * @param folder for their files; what is in it is deleted
   * @return the report with the mutants; one that could not be run is undecided. One whose control
   *     was red is a failure: the right version, or a checker, is wrong
   */
  public ChaosReport run(ChaosReport empty, long seed, Path folder) throws InterruptedException {
    // what is started for the first mutant serves them all; nothing is started before it is needed
    LabLease shared = LabLease.open(emptied(folder).resolve("parts"));
    try {
      return tried(empty, seed, folder.resolve("one"));
    } finally {
      shared.close();
    }
  }

  private ChaosReport tried(ChaosReport empty, long seed, Path folder) throws InterruptedException {
    List<String> survivors = new ArrayList<>();
    List<ChaosReport.Finding> wrong = new ArrayList<>();
    List<ChaosReport.Finding> undecided = new ArrayList<>();
    int caught = 0;
    for (ControlledMutant mutant : mutants) {
      try {
        OptionalLong seen = seenWith(mutant, seed, folder);
        if (seen.isEmpty()) {
          survivors.add(mutant.name());
          continue;
        }
        List<ChaosReport.Finding> innocent = control(mutant, seen.getAsLong(), folder);
        wrong.addAll(innocent);
        caught += innocent.isEmpty() ? 1 : 0;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        progress.accept(mutant.name() + " could not be run: " + e);
        undecided.add(
            new ChaosReport.Finding(seed, "mutants", mutant.name() + ": " + e, reproduce(seed)));
      }
    }
    return empty.withMutants(
        new ChaosReport.Mutants(mutants.size(), caught, survivors, List.of(seed)),
        wrong,
        undecided);
  }

  private static String reproduce(long seed) {
    return "./hookline chaos --mutants --seed " + seed;
  }

  /** The seed with which the mutant's checker turned red, if it did. */
  private OptionalLong seenWith(ControlledMutant mutant, long first, Path folder) throws Exception {
    for (long seed = first; seed < first + SEEDS; seed++) {
      List<Violation> found = mutant.run(seed, emptied(folder));
      if (found.stream().anyMatch(one -> one.checker().equals(mutant.caughtBy()))) {
        progress.accept(mutant.name() + " is seen by " + mutant.caughtBy() + ", seed " + seed);
        return OptionalLong.of(seed);
      }
      progress.accept(mutant.name() + " is not seen with seed " + seed);
    }
    return OptionalLong.empty();
  }

  /** What checkers say against the right version: each of it is wrong. */
  private List<ChaosReport.Finding> control(ControlledMutant mutant, long seed, Path folder)
      throws Exception {
    List<Violation> innocent = mutant.control(seed, emptied(folder));
    progress.accept(
        innocent.isEmpty()
            ? mutant.name() + " is caught: the right version is green"
            : "the right version beside " + mutant.name() + " is red as well: " + innocent.get(0));
    return innocent.stream()
        .limit(ScheduleResult.MOST_FINDINGS)
        .map(
            one ->
                new ChaosReport.Finding(
                    seed,
                    one.checker(),
                    "the right version beside the mutant %s is red as well: %s: %s"
                        .formatted(mutant.name(), one.subject(), one.text()),
                    reproduce(seed)))
        .toList();
  }

  private static Path emptied(Path folder) {
    try {
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot empty " + folder, e);
    }
  }
}
