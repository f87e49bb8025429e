package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosCommandTest {

  @Test
  void saysWhatIsMissingWhereNothingIsBuilt(@TempDir Path home) {
    CommandRun run = CommandRun.of(home, "chaos", "--seed", "1", "--json");

    assertThat(run.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(run.err()).contains("lib/chaos is missing");
  }
}
