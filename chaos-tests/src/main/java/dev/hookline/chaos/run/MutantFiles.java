package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.lab.LabLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of mutants in a row: of the parts that all share, and of the one that is tried now. The
 * latter go when the next one begins, unless they are kept.
 */
final class MutantFiles {

  /** Deep enough for {@code lab/logs/x.log}; what brokers keep of topics lies deeper. */
  private static final int LEVELS_OF_LOGS = 3;

  private final Path folder;
  private final Path one;
  private final List<String> seen = new ArrayList<>();

  /**
   * @param folder made when missing; what is in it is deleted
   */
  MutantFiles(Path folder) {
    this.folder = folder;
    this.one = folder.resolve("one");
    emptied(folder);
  }

  /** For data and logs of what mutants share. */
  Path parts() {
    return folder.resolve("parts");
  }

  /** The next mutant's turn: nothing is there of another. */
  void begin() {
    emptied(one);
    seen.clear();
  }

  /**
   * An empty folder for one run of the mutant.
   *
   * @param run its name
   */
  Path empty(String run) {
    return emptied(one.resolve(run));
  }

  /** Remembers what checkers have found in a run. */
  void found(String run, List<Violation> violations) {
    seen.add(run + ": " + violations.size() + " violations");
    violations.stream()
        .limit(ScheduleResult.MOST_FINDINGS)
        .map(Violation::toString)
        .forEach(seen::add);
  }

  /**
   * Keeps the files of the mutant that is tried now, where the next run of mutants does not delete
   * them, with the logs of the parts and what was read of versions so far: those that share a fault
   * are read when the first of them is tried.
   *
   * @param findings lines of what was wrong, before what was seen in each run
   * @param reproduce the command
   * @return the folder; what an earlier run has kept there is deleted
   */
  Path keep(String mutant, long seed, List<String> findings, String reproduce) throws IOException {
    Path kept = folder.resolveSibling(folder.getFileName() + "-" + mutant + "-" + seed);
    Folders.delete(kept);
    Files.createDirectories(one);
    Files.move(one, kept);
    List<String> lines = new ArrayList<>(findings);
    lines.addAll(seen);
    Files.write(kept.resolve("findings.txt"), lines);
    Files.write(kept.resolve("reproduce.txt"), List.of(reproduce));
    for (Path log : Folders.files(parts(), LEVELS_OF_LOGS)) {
      String name = log.getFileName().toString();
      if (name.endsWith(".log") || name.endsWith(".out")) {
        copy(log, kept.resolve("logs").resolve(name));
      }
    }
    Path readings = LabLease.readings(parts());
    for (Path reading : Folders.files(readings, Integer.MAX_VALUE)) {
      copy(reading, kept.resolve("readings").resolve(readings.relativize(reading).toString()));
    }
    return kept;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path emptied(Path folder) {
    try {
      Folders.delete(folder);
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot empty " + folder, e);
    }
  }
}
