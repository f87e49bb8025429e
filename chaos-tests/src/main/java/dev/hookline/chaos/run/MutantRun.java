package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.lab.LabLease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Tries every mutant: with a few seeds, until all checkers that are there for it turn red. Its
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
   * @param folder for their files; what is in it is deleted. Beside it, with a mutant's name and
   *     seed after its own, goes what is kept of one that was not caught
   * @return the report with the mutants; one that could not be run is undecided. One that survives
   *     is a failure, and so is one whose control was red: the right version, or a checker, is
   *     wrong
   */
  public ChaosReport run(ChaosReport empty, long seed, Path folder) throws InterruptedException {
    progress.accept(
        "%d mutants from seed %d, commit %s".formatted(mutants.size(), seed, empty.commit()));
    MutantFiles files = new MutantFiles(folder);
    // what is started for the first mutant serves them all; nothing is started before it is needed
    LabLease shared = LabLease.open(files.parts());
    try {
      return tried(empty, seed, files);
    } finally {
      shared.close();
    }
  }

  private ChaosReport tried(ChaosReport empty, long seed, MutantFiles files)
      throws InterruptedException {
    List<String> survivors = new ArrayList<>();
    List<ChaosReport.Finding> wrong = new ArrayList<>();
    List<ChaosReport.Finding> undecided = new ArrayList<>();
    int caught = 0;
    for (ControlledMutant mutant : mutants) {
      try {
        OptionalLong seen = seenWith(mutant, seed, files);
        if (seen.isEmpty()) {
          survivors.add(mutant.name());
          wrong.add(survived(mutant, seed, files));
          continue;
        }
        List<ChaosReport.Finding> innocent = control(mutant, seen.getAsLong(), files);
        wrong.addAll(innocent);
        caught += innocent.isEmpty() ? 1 : 0;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        progress.accept(mutant.name() + " could not be run: " + e);
        keep(files, mutant, seed, List.of("it could not be run", Evidence.text(e)));
        undecided.add(
            new ChaosReport.Finding(seed, "mutants", mutant.name() + ": " + e, reproduce(seed)));
      }
    }
    return empty.withMutants(
        new ChaosReport.Mutants(mutants.size(), caught, survivors, List.of(seed)),
        wrong,
        undecided);
  }

  private ChaosReport.Finding survived(ControlledMutant mutant, long seed, MutantFiles files) {
    keep(
        files,
        mutant,
        seed,
        List.of("%s did not see it with any of %d seeds".formatted(checkers(mutant), SEEDS)));
    return new ChaosReport.Finding(
        seed,
        checkers(mutant),
        "the mutant %s survived: it is not seen with the seeds %d to %d"
            .formatted(mutant.name(), seed, seed + SEEDS - 1),
        reproduce(seed));
  }

  /** What cannot be kept changes nothing of what was found. */
  private void keep(MutantFiles files, ControlledMutant mutant, long seed, List<String> findings) {
    try {
      progress.accept(
          "kept in %s; again with: %s"
              .formatted(
                  files.keep(mutant.name(), seed, findings, reproduce(seed)), reproduce(seed)));
    } catch (IOException | RuntimeException e) {
      progress.accept(
          "the files of %s are not kept: %s; again with: %s"
              .formatted(mutant.name(), e, reproduce(seed)));
    }
  }

  private static String reproduce(long seed) {
    return "./hookline chaos --mutants --seed " + seed;
  }

  private static String checkers(ControlledMutant mutant) {
    return String.join(" and ", mutant.caughtBy());
  }

  /** The seed with which all of the mutant's checkers turned red, if they did. */
  private OptionalLong seenWith(ControlledMutant mutant, long first, MutantFiles files)
      throws Exception {
    files.begin();
    for (long seed = first; seed < first + SEEDS; seed++) {
      List<Violation> found = mutant.run(seed, files.empty("wrong-" + seed));
      files.found("wrong-" + seed, found);
      List<String> blind = new ArrayList<>(mutant.caughtBy());
      found.forEach(one -> blind.remove(one.checker()));
      if (blind.isEmpty()) {
        progress.accept(mutant.name() + " is seen by " + checkers(mutant) + ", seed " + seed);
        return OptionalLong.of(seed);
      }
      progress.accept(
          "%s is not seen by %s with seed %d"
              .formatted(mutant.name(), String.join(" and ", blind), seed));
    }
    return OptionalLong.empty();
  }

  /** What checkers say against the right version: each of it is wrong. */
  private List<ChaosReport.Finding> control(ControlledMutant mutant, long seed, MutantFiles files)
      throws Exception {
    List<Violation> innocent = mutant.control(seed, files.empty("right-" + seed));
    files.found("right-" + seed, innocent);
    progress.accept(
        innocent.isEmpty()
            ? mutant.name() + " is caught: the right version is green"
            : "the right version beside " + mutant.name() + " is red as well: " + innocent.get(0));
    if (!innocent.isEmpty()) {
      keep(files, mutant, seed, List.of("the right version beside it is red as well"));
    }
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
}
