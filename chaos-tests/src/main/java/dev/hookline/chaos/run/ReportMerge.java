package dev.hookline.chaos.run;

import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes one report of several, and of nothing more than they have: what counts once is refused the
 * second time, and what is not whole stays marked.
 */
public final class ReportMerge {

  private record Part(Path file, ChaosReport report) {

    /** With the file's name before what is not whole in it. */
    ChaosReport named() {
      return report.withIncomplete(
          report.incomplete().stream().map(why -> file + ": " + why).toList());
    }
  }

  private ReportMerge() {}

  /**
   * Reads and merges reports.
   *
   * @param files JSON as {@link ReportFiles#write} made it, one or more
   * @param tell gets a line for what a reader of the result should know: several commits, reports
   *     of runs that were broken off
   * @throws CliFailure naming the file that is none, or the files that have the same in them
   */
  public static ChaosReport of(List<Path> files, Consumer<String> tell) {
    List<Part> parts = read(files);
    for (int i = 0; i < parts.size(); i++) {
      for (int j = 0; j < i; j++) {
        refuseOverlap(parts.get(j), parts.get(i));
      }
    }
    ChaosReport merged = parts.stream().map(Part::named).reduce(ChaosReport::and).orElseThrow();
    tellCommits(parts, tell);
    merged.incomplete().forEach(why -> tell.accept("not a whole report: " + why));
    return merged;
  }

  private static List<Part> read(List<Path> files) {
    Set<Path> known = new HashSet<>();
    List<Part> parts = new ArrayList<>();
    for (Path file : files) {
      ChaosReport report = ReportFiles.read(file);
      try {
        if (!known.add(file.toRealPath())) {
          throw CliFailure.undecided("--merge has the report " + file + " more than once");
        }
      } catch (IOException e) {
        throw CliFailure.undecided("cannot read the report " + file + ": " + e.getMessage(), e);
      }
      parts.add(new Part(file, report));
    }
    return parts;
  }

  private static void refuseOverlap(Part one, Part other) {
    refuse("schedules", one, one.report.ended(), other, other.report.ended());
    refuse("mutants", one, one.report.mutants().seeds(), other, other.report.mutants().seeds());
  }

  private static void refuse(
      String what, Part one, List<Long> mine, Part other, List<Long> others) {
    Set<Long> both = new TreeSet<>(mine);
    both.retainAll(others);
    if (!both.isEmpty()) {
      throw CliFailure.undecided(
          "%s and %s both have %s of seed %s, which would count twice: leave one of them out"
              .formatted(one.file, other.file, what, Seeds.text(both)));
    }
  }

  private static void tellCommits(List<Part> parts, Consumer<String> tell) {
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (Part part : parts) {
      for (String commit : part.report.commits()) {
        files.computeIfAbsent(commit, unseen -> new ArrayList<>()).add(part.file.toString());
      }
    }
    if (files.size() > 1) {
      tell.accept(
          "the reports are of "
              + files.size()
              + " commits: "
              + files.entrySet().stream()
                  .map(one -> one.getKey() + " (" + String.join(", ", one.getValue()) + ")")
                  .collect(Collectors.joining(", ")));
    }
  }
}
