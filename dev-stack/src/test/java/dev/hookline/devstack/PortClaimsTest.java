package dev.hookline.devstack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortClaimsTest {
  private static final int PORT = 12_345;

  @TempDir Path temp;

  @Test
  void aPortIsOneJvmsUntilItEndsHoweverItEnds() {
    Path file = temp.resolve("ports.lock");
    PortClaims claims = new PortClaims(file);
    try (ChildProcess other = claimer(file)) {
      other.awaitReady(
          "the other's claim", () -> other.logTail().contains("claimed"), Duration.ofSeconds(30));

      assertThat(claims.claim(PORT)).as("the other's").isFalse();
      assertThat(claims.hold(PORT)).as("the other's").isFalse();
      assertThat(claims.claim(PORT + 1)).as("nobody's").isTrue();
      other.kill();
    }
    assertThat(claims.claim(PORT)).as("a dead one's").isTrue();
    assertThat(claims.claim(PORT)).as("its own").isFalse();
    assertThat(claims.hold(PORT)).as("its own").isTrue();
    assertThat(new PortClaims(file).claim(PORT)).as("its own, asked elsewhere").isFalse();
  }

  @Test
  void whereNothingCanBeLockedAPortIsGivenOnceByThisJvm() throws IOException {
    Path file = Files.createFile(temp.resolve("no-folder"));
    PortClaims claims = new PortClaims(file.resolve("ports.lock"));

    assertThat(claims.claim(PORT)).isTrue();
    assertThat(claims.claim(PORT)).as("its own").isFalse();
    assertThat(claims.hold(PORT)).isTrue();
  }

  private ChildProcess claimer(Path file) {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            PortClaimer.class.getName(),
            file.toString(),
            Integer.toString(PORT));
    return ChildProcess.builder("claimer", command).log(temp.resolve("claimer.log")).start();
  }
}
