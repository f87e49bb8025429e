package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What a failure leaves for who looks into it: logs, thread dumps, the history, the tables as
 * tab-separated text and the command that does it again. Collects whatever can be had.
 */
final class Evidence {

  private static final long DUMP_LIMIT_SECONDS = 15;

  private static final List<String> TABLES =
      List.of(
          "normalized_events",
          "employee_metrics_hourly",
          "events_by_hour",
          "rejected_events",
          "v_events",
          "v_employee_metrics_hourly",
          "v_events_by_hour");

  private final Path folder;

  /**
   * @param folder made when missing; what is in it is overwritten
   */
  Evidence(Path folder) {
    this.folder = folder;
  }

  /**
   * Collects, while the stack still runs.
   *
   * @param session the stack and its history
   * @param findings lines of what was wrong
   * @param reproduce the command
   */
  void collect(Session session, List<String> findings, String reproduce) {
    try {
      Files.createDirectories(folder.resolve("logs"));
      Files.createDirectories(folder.resolve("threads"));
      Files.write(folder.resolve("findings.txt"), findings);
      Files.writeString(folder.resolve("reproduce.txt"), reproduce + "\n");
      Files.copy(
          session.log().file(),
          folder.resolve("history.jsonl"),
          StandardCopyOption.REPLACE_EXISTING);
      for (Service service : session.stack().services()) {
        threads(service);
      }
      tables(session.stack());
      logs(session.stack().folder().root().resolve("logs"));
    } catch (IOException e) {
      throw CliFailure.undecided(
          "cannot keep the evidence in " + folder + ": " + e.getMessage(), e);
    }
  }

  private void logs(Path from) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file,
            folder.resolve("logs").resolve(file.getFileName().toString()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Of a process that is no JVM, or is gone, the file says so. */
  private void threads(Service service) throws IOException {
    Path file = folder.resolve("threads").resolve(service.name() + ".txt");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process dump =
        new ProcessBuilder(jcmd.toString(), Long.toString(service.pid()), "Thread.print")
            .redirectErrorStream(true)
            .redirectOutput(file.toFile())
            .start();
    try {
      if (!dump.waitFor(DUMP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        dump.destroyForcibly();
      }
    } catch (InterruptedException e) {
      dump.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void tables(ChaosStack stack) throws IOException {
    for (String table : TABLES) {
      Path file = folder.resolve(table + ".tsv");
      try (InputStream rows = stack.sql().run("SELECT * FROM " + table, "TSVWithNames")) {
        Files.copy(rows, file, StandardCopyOption.REPLACE_EXISTING);
      } catch (CliFailure e) {
        Files.writeString(file, e.getMessage() + "\n");
      }
    }
  }
}
