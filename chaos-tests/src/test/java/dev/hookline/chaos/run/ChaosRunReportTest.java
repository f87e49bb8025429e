package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosRunReportTest {
  @TempDir Path temp;
  private final List<ChaosReport> soFar = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  private ChaosSettings settings(int schedules) {
    return new ChaosSettings(
        5,
        schedules,
        Optional.empty(),
        List.of(FaultKind.FLUSH_REDIS),
        Duration.ofSeconds(1),
        1,
        temp,
        temp.resolve("dist"),
        temp.resolve("chaos"));
  }

  /** No stack starts; each leaves a log. */
  private ChaosReport run(ChaosSettings settings, Schedules schedules) throws InterruptedException {
    RunningStack.Opening opening =
        (plan, progress) -> {
          try {
            Files.createDirectories(plan.folder().resolve("logs"));
            Files.writeString(plan.folder().resolve("logs/kafka.log"), "no heap");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          throw new DevStackException("kafka did not start");
        };
    return new ChaosRun(settings, schedules, opening, told::add).run(soFar::add);
  }

  private ChaosReport run(int schedules) throws InterruptedException {
    ChaosSettings settings = settings(schedules);
    return run(settings, Schedules.of(settings));
  }

  @Test
  void whatIsWrittenBeforeTheEndIsMarkedAndTheLastReportIsNot() throws InterruptedException {
    ChaosReport last = run(2);

    assertThat(soFar).as("one at the start and one after each schedule").hasSize(3);
    assertThat(soFar).noneMatch(ChaosReport::complete);
    assertThat(soFar.get(2).incomplete())
        .containsExactly(
            "the run from seed 5 was not at its end: 0 schedules were finished, to be 2");
    assertThat(last.complete()).isTrue();
    assertThat(last.undecided()).hasSize(2);
    assertThat(last.schedules()).isZero();
    assertThat(last.seeds()).isEmpty();
    assertThat(last.exitCode()).isEqualTo(CliFailure.UNDECIDED);
  }

  @Test
  void aRunThatGivesUpIsNotAWholeOne() throws InterruptedException {
    ChaosReport last = run(12);

    assertThat(last.undecided()).hasSize(10);
    assertThat(last.complete()).isFalse();
    assertThat(last.incomplete())
        .containsExactly(
            "the run from seed 5 gave up when 10 schedules had shown something: 10 were begun,"
                + " to be 12");
    assertThat(told).contains("[seed 15] given up: 10 schedules have shown something");
  }

  @Test
  void aRunWhoseLastSchedulesAllShowSomethingIsAWholeOne() throws InterruptedException {
    ChaosReport last = run(10);

    assertThat(last.undecided()).hasSize(10);
    assertThat(last.complete()).isTrue();
  }

  @Test
  void aStackThatDidNotStartLeavesItsLogsAndTheCommand() throws Exception {
    ChaosReport last = run(1);

    Path kept = temp.resolve("chaos/5");
    String command = "./hookline chaos --seed 5 --schedules 1 --faults flush-redis";
    assertThat(kept.resolve("logs/kafka.log")).hasContent("no heap");
    assertThat(kept.resolve("findings.txt"))
        .content()
        .contains("the stack did not start: kafka did not start")
        .contains("DevStackException");
    assertThat(kept.resolve("reproduce.txt")).hasContent(command);
    assertThat(kept.resolve("missing.txt")).doesNotExist();
    assertThat(told).contains("[seed 5] kept in " + kept + "; again with: " + command);
    assertThat(last.undecided().get(0).reproduce()).isEqualTo(command);
  }

  @Test
  void otherSchedulesAreDoneAgainByTheirOwnCommand() throws InterruptedException {
    ChaosSettings settings = settings(1);
    ChaosReport last =
        run(
            settings,
            Schedules.of(seed -> Schedule.ofEach(seed, settings.kinds()), "./hookline test -X"));

    assertThat(last.undecided())
        .extracting(ChaosReport.Finding::reproduce)
        .containsExactly("./hookline test -X");
    assertThat(temp.resolve("chaos/5/reproduce.txt")).hasContent("./hookline test -X");
  }
}
