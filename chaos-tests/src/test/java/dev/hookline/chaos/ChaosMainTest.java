package dev.hookline.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.run.ChaosReport;
import dev.hookline.chaos.run.ReportFiles;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.FolderLock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChaosMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return ChaosMain.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --faults=kill-everything | knows no 'kill-everything'; it knows kill-gateway
          --schedules=0            | --schedules must be 1 to 10000; got 0
          --minutes=-1             | --minutes must be 1 to 10080; got -1
          --seed=x                 | --seed
          --nonsense               | --nonsense
          --merge=/no/such/file    | cannot read the report /no/such/file
          """)
  void badArgumentsGetOneClearLine(String argument, String message) {
    int code = run(argument);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("hookline: ")
        .contains(message)
        .hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void theHelpNamesEveryKindOfFault() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8) + err).contains("kill-before-commit");
  }

  @Test
  void mergingSaysOnStderrWhichReportIsOfWhichCommitAndPrintsTheReportAlone(@TempDir Path folder) {
    Path one = folder.resolve("one.json");
    Path two = folder.resolve("two.json");
    ReportFiles.write(ChaosReport.empty(1, "abc", Map.of()), one);
    ReportFiles.write(
        ChaosReport.empty(2, "def", Map.of()).withIncomplete(List.of("broken off")), two);

    int code = run("--merge=" + one + "," + two, "--json");

    assertThat(code).as("nothing was done in either").isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "hookline: the reports are of 2 commits: abc (" + one + "), def (" + two + ")",
            "hookline: not a whole report: " + two + ": broken off");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("{")
        .contains("\"commit\" : \"abc, def\"")
        .contains("\"complete\" : false");
  }

  @Test
  void aSecondRunIsRefusedUntilTheFirstHasEnded(@TempDir Path home) throws Exception {
    Path folder = home.resolve("target/chaos");
    FolderLock first = ChaosMain.take(folder);
    Path stack = Files.createDirectory(folder.resolve("stack-1"));
    assertThatThrownBy(() -> ChaosMain.take(folder))
        .isInstanceOf(CliFailure.class)
        .hasMessageContainingAll("one chaos run at a time", "another stack runs on " + folder);
    assertThat(stack).exists();
    first.close();
    ChaosMain.take(folder).close();
  }
}
