package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {

  @Test
  void saysWhatIsMissingWhereNothingIsBuilt(@TempDir Path home) {
    CommandRun run = CommandRun.of(home, "bench", "sink", "--json", "--seconds", "5");

    assertThat(run.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(run.err()).contains("lib/bench is missing");
  }
}
