package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosRunReportTest {

  @Test
  void whatIsWrittenBeforeTheEndIsMarkedAndTheLastReportIsNot(@TempDir Path temp)
      throws IOException, InterruptedException {
    // No stack can have its folder below a file: nothing starts.
    Path file = Files.writeString(temp.resolve("file"), "");
    ChaosSettings settings =
        new ChaosSettings(
            5,
            2,
            Optional.empty(),
            List.of(FaultKind.FLUSH_REDIS),
            Duration.ofSeconds(1),
            1,
            temp,
            temp.resolve("dist"),
            file.resolve("chaos"));
    List<ChaosReport> soFar = new ArrayList<>();

    ChaosReport last = new ChaosRun(settings, line -> {}).run(soFar::add);

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
}
