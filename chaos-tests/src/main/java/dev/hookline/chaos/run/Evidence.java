package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.tables.Ledger;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What a failure leaves for who looks into it: logs, the history, blocks that ClickHouse has not
 * taken, the tables as tab-separated text, thread dumps and the command that does it again.
 * Collects once, and whatever can be had; what lies in files first, since what must be asked for
 * may not answer any more.
 */
final class Evidence {

  /** Of a slow machine: jcmd itself gives up a JVM that does not listen after some 10 s. */
  private static final long DUMP_LIMIT_SECONDS = 60;

  private static final int MOST_SAID = 300;

  /** Parts that have no threads to tell; everything else is a JVM. */
  private static final Set<String> NO_JVM = Set.of("redis");

  /** The product's tables and views, and what this suite has put beside them. */
  static final List<String> TABLES =
      List.of(
          "normalized_events",
          "employee_metrics_hourly",
          "events_by_hour",
          "rejected_events",
          "v_events",
          "v_employee_metrics_hourly",
          "v_employee_windows",
          "v_employee_late_hours",
          "v_people",
          "v_events_by_hour",
          "v_rejected_events",
          Ledger.TABLE,
          BreakableView.TARGET);

  private final Path folder;
  private final Path jcmd;
  private final List<String> missing = new ArrayList<>();
  private boolean silent;

  /** One of several things, which fails without the others. */
  private interface Step {
    void run() throws IOException;
  }

  /**
   * @param folder made when missing; what is in it is deleted, since evidence of two runs that is
   *     mixed is none
   */
  Evidence(Path folder) {
    this(folder, Path.of(System.getProperty("java.home"), "bin", "jcmd"));
  }

  /**
   * @param jcmd asks a JVM for its threads
   */
  Evidence(Path folder, Path jcmd) {
    this.folder = folder;
    this.jcmd = jcmd;
  }

  /**
   * Collects.
   *
   * @param source the stack, which still runs or did not start
   * @param findings lines of what was wrong
   * @param reproduce the command
   * @return what could not be had, and why; also in {@code missing.txt}. Empty when all is there
   */
  List<String> collect(EvidenceSource source, List<String> findings, String reproduce) {
    step("what an earlier run has left", () -> Folders.delete(folder));
    step("findings", () -> write("findings.txt", findings));
    step("the command", () -> write("reproduce.txt", List.of(reproduce)));
    step("logs", () -> copyTree(source.logs(), "logs"));
    step("refused blocks", () -> copyTree(source.refusedBlocks(), "refused-blocks"));
    if (source.started()) {
      step("the history", () -> copy(source.history(), "history.jsonl"));
      step("threads", () -> threads(source.services()));
      step("tables", () -> tables(source));
    }
    if (!missing.isEmpty()) {
      step("the list of what is missing", () -> write("missing.txt", List.copyOf(missing)));
    }
    return List.copyOf(missing);
  }

  /** An exception with where it came from. */
  static String text(Exception failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** The product is in a state that nobody knows, so any exception may come of asking it. */
  private void step(String what, Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      missing.add(what + ": " + e);
    }
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.write(Files.createDirectories(folder).resolve(name), lines);
  }

  private void copy(Path from, String name) throws IOException {
    Files.copy(from, Files.createDirectories(folder).resolve(name));
  }

  /** One file that cannot be copied, such as one that is rotated away, costs no other. */
  private void copyTree(Path from, String name) throws IOException {
    for (Path file : Folders.files(from, Integer.MAX_VALUE)) {
      step(
          file.toString(),
          () -> {
            Path to = folder.resolve(name).resolve(from.relativize(file).toString());
            Files.createDirectories(to.getParent());
            Files.copy(file, to);
          });
    }
  }

  private void tables(EvidenceSource source) {
    for (String table : TABLES) {
      if (silent) {
        missing.add(table + ": not asked for any more");
      } else {
        step(table, () -> table(source, table));
      }
    }
  }

  private void table(EvidenceSource source, String table) throws IOException {
    try (InputStream rows = source.rows(table)) {
      Files.copy(rows, Files.createDirectories(folder).resolve(table + ".tsv"));
    } catch (CliFailure e) {
      // Who refuses one may have the next; who does not answer takes minutes for each.
      silent = e.exitCode() == CliFailure.UNDECIDED;
      throw e;
    }
  }

  private void threads(List<Service> services) {
    services.stream()
        .filter(one -> !NO_JVM.contains(one.name()))
        .forEach(one -> step("threads of " + one.name(), () -> threads(one)));
  }

  /** Of a JVM that cannot be asked, the file says why, and so does the list of what is missing. */
  private void threads(Service service) throws IOException {
    Path file = Files.createDirectories(folder.resolve("threads")).resolve(service.name() + ".txt");
    Process dump =
        new ProcessBuilder(jcmd.toString(), Long.toString(service.pid()), "Thread.print")
            .redirectErrorStream(true)
            .redirectOutput(file.toFile())
            .start();
    try {
      if (!dump.waitFor(DUMP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("none in " + DUMP_LIMIT_SECONDS + " s");
      }
      if (dump.exitValue() != 0) {
        throw new IOException("jcmd ended with %d: %s".formatted(dump.exitValue(), said(file)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      dump.destroyForcibly();
    }
  }

  private static String said(Path file) throws IOException {
    String text = Files.readString(file).strip();
    return text.substring(0, Math.min(MOST_SAID, text.length()));
  }
}
