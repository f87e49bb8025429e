package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {

  @TempDir private Path home;

  @Test
  void aSecondRunIsRefusedUntilTheFirstHasEnded() throws Exception {
    Path folder = home.resolve("target/chaos");
    try (RunLock first = RunLock.take(folder)) {
      assertThat(first).isNotNull();
      Path stack = Files.createDirectory(folder.resolve("stack-1"));
      assertThatThrownBy(() -> RunLock.take(folder))
          .isInstanceOf(CliFailure.class)
          .hasMessageContainingAll("another chaos run is under way in " + folder, "checkout");
      assertThat(stack).exists();
    }
    RunLock.take(folder).close();
  }
}
