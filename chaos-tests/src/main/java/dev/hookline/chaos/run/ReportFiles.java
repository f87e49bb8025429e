package dev.hookline.chaos.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.chaos.run.ChaosReport.Finding;
import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A report as JSON, which can be read and merged again, and as Markdown for people. */
public final class ReportFiles {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  private static final String WITHOUT_FAULT = "without_fault";

  private ReportFiles() {}

  /** The report as JSON. */
  public static String json(ChaosReport report) {
    try {
      return JSON.writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that is no JSON", e);
    }
  }

  /**
   * Writes both files.
   *
   * @param file for JSON; the Markdown goes beside it, with {@code .md} at its end
   * @throws CliFailure when a file cannot be written
   */
  public static void write(ChaosReport report, Path file) {
    if (Files.isDirectory(file)) {
      throw CliFailure.undecided("--report " + file + " is a folder: name a file in it");
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // A run that is killed while it writes leaves the report of before.
      Path next = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(next, json(report) + "\n");
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(markdownFile(file), markdown(report));
    } catch (IOException e) {
      throw CliFailure.undecided("cannot write the report " + file + ": " + e.getMessage(), e);
    }
  }

  static Path markdownFile(Path file) {
    String name = file.getFileName().toString();
    String base = name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
    return file.resolveSibling(base + ".md");
  }

  /**
   * Reads a report. One of before {@code without_fault} was written has none.
   *
   * @param file JSON as {@link #write} made it
   * @throws CliFailure naming the file that is none
   */
  static ChaosReport read(Path file) {
    try {
      if (!(JSON.readTree(Files.readString(file)) instanceof ObjectNode report)) {
        throw CliFailure.undecided(file + " is no report: it is no JSON object");
      }
      if (!report.has(WITHOUT_FAULT)) {
        report.putArray(WITHOUT_FAULT); // a report of before this was told apart
      }
      return JSON.treeToValue(report, ChaosReport.class);
    } catch (JsonProcessingException e) {
      throw CliFailure.undecided(file + " is no report: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw CliFailure.undecided("cannot read the report " + file + ": " + e.getMessage(), e);
    }
  }

  /** The report as Markdown. */
  public static String markdown(ChaosReport report) {
    StringBuilder text = new StringBuilder();
    report.incomplete().forEach(why -> text.append("**Not a whole report:** " + why + "\n\n"));
    text.append(
        String.format(
            Locale.ROOT,
            "| | |%n| --- | --- |%n| seed, commit | %d, `%s` |%n| schedules | %d |%n| their seeds | %s |%n"
                + "| without a fault that bit, not counted: seeds | %s |%n"
                + "| faults that bit | %d of %d, %d of them two at once |%n"
                + "| deliveries | %d sent, %d acknowledged, %d unknown, %d redelivered |%n"
                + "| rows | %d |%n| lost, duplicated, invented | %d, %d, %d |%n"
                + "| payload mismatches | %d |%n| differences of views, of aggregates | %d, %d |%n"
                + "| mutants caught | %d of %d |%n| revived | %s |%n",
            report.seed(),
            report.commit(),
            report.schedules(),
            Seeds.text(report.seeds()),
            Seeds.text(report.withoutFault()),
            report.faults().bit(),
            report.faults().injected(),
            report.faults().atOnce(),
            report.deliveries().sent(),
            report.deliveries().acknowledged(),
            report.deliveries().unknown(),
            report.deliveries().redelivered(),
            report.rows(),
            report.lost(),
            report.duplicated(),
            report.invented(),
            report.payloadMismatch(),
            report.viewDifference(),
            report.aggregateDifference(),
            report.mutants().caught(),
            report.mutants().total(),
            revived(report.revived())));
    text.append("\n| fault | bit | recovery, s: n, median, max | catching up, s: n, median, max |");
    text.append(" job restarted |\n| --- | --- | --- | --- | --- |\n");
    report
        .faults()
        .byKind()
        .forEach(
            (kind, bit) ->
                text.append(
                    String.format(
                        "| %s | %d | %s | %s | %s |%n",
                        kind,
                        bit,
                        cell(report.recoverySeconds(), kind),
                        cell(report.catchUpSeconds(), kind),
                        Objects.toString(report.jobRestarts().get(kind), ""))));
    report
        .skipped()
        .forEach((kind, why) -> text.append(String.format("%nSkipped: %s, %s%n", kind, why)));
    list(text, "Failures", report.failures());
    list(text, "Undecided", report.undecided());
    if (!report.mutants().survivors().isEmpty()) {
      text.append("\nSurvivors: ").append(String.join(", ", report.mutants().survivors()));
      text.append('\n');
    }
    return text.toString();
  }

  private static String cell(Map<String, Tally> tallies, String kind) {
    Tally tally = tallies.get(kind);
    if (tally == null) {
      return "";
    }
    String times =
        tally.n() == 0
            ? "0"
            : String.format(Locale.ROOT, "%d, %.1f, %.1f", tally.n(), tally.median(), tally.max());
    return tally.notWithinLimit() == 0
        ? times
        : times + "; " + tally.notWithinLimit() + " not within the limit";
  }

  private static String revived(Map<String, Integer> parts) {
    return parts.isEmpty()
        ? "none"
        : parts.entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue())
            .collect(Collectors.joining(", "));
  }

  private static void list(StringBuilder text, String title, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    text.append("\n").append(title).append(":\n\n");
    for (Finding one : findings) {
      text.append(
          String.format(
              "- seed %d, %s: %s%n  `%s`%n",
              one.seed(), one.checker(), one.text(), one.reproduce()));
    }
  }
}
