package dev.hookline.devstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.process.ProcessStates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class DevStackTest {
  private static final Path DIST = Path.of(System.getProperty("hookline.dist"));

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path data;

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  /**
   * A JVM of its own starts Kafka and Redis and is killed with SIGKILL: both vanish with it. Then a
   * stack starts on what they left, on the same ports, and stops in reverse order.
   */
  @Test
  void nothingOutlivesAStarterThatIsKilledAndTheNextOneStartsOnItsData() throws Exception {
    DataFolder folder = new DataFolder(data);
    Path output = data.resolve("starter.out");
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StackStarter.class.getName(),
                data.toString(),
                DIST.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    List<Long> pids;
    try {
      Awaitility.await("the starter's stack, see " + output)
          .atMost(Duration.ofSeconds(90))
          .until(() -> !starter.isAlive() || Files.readString(output).contains("started"));
      assertThat(starter.isAlive()).as("the starter, see %s", output).isTrue();
      pids = List.of(pid(folder, "kafka"), pid(folder, "redis"));
      assertThat(pids).allMatch(ProcessStates::runs);
    } finally {
      starter.destroyForcibly();
    }
    Awaitility.await("the end of " + pids)
        .atMost(Duration.ofSeconds(30))
        .until(() -> pids.stream().noneMatch(ProcessStates::runs));

    DevStack stack = stack(List.of(Part.ZOOKEEPER, Part.KAFKA, Part.REDIS)).start();
    List<Service> services = stack.services();
    try {
      assertThat(services).extracting(Service::name).containsExactly("zookeeper", "kafka", "redis");
      assertThat(services).allMatch(Service::isAlive);
      assertThatThrownBy(() -> stack(List.of(Part.REDIS)).start())
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("another stack runs on");
    } finally {
      lines.clear();
      stack.close();
    }
    assertThat(lines)
        .containsExactly("Stopping redis ...", "Stopping kafka ...", "Stopping zookeeper ...");
    assertThat(services).noneMatch(service -> ProcessStates.runs(service.pid()));
    assertThat(services).allMatch(service -> Files.exists(service.log()));
    assertThat(data.resolve("pids")).isEmptyDirectory();
  }

  @Test
  void aPortInUseStopsTheStartWithItsNumberAndSettingAndLeavesNothing() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      DevStack.Builder builder =
          stack(List.of(Part.ZOOKEEPER, Part.REDIS)).port(Part.ZOOKEEPER, port);

      assertThatThrownBy(builder::start)
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("zookeeper cannot listen on 127.0.0.1:" + port)
          .hasMessageContaining("HOOKLINE_ZOOKEEPER_PORT")
          .hasMessageNotContaining("\n");
      assertThat(lines).contains("Stopping redis ...");
      assertThat(data.resolve("pids")).isEmptyDirectory();
    }
  }

  @Test
  void aFolderWithoutJarsIsNamedWithTheWayOut() {
    DevStack.Builder builder =
        DevStack.builder(data, data.resolve("nothing"))
            .progress(lines::add)
            .parts(List.of(Part.KAFKA));
    assertThatThrownBy(builder::start)
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("kafka has no jars in " + data.resolve("nothing"));
  }

  private DevStack.Builder stack(List<Part> parts) {
    return DevStack.builder(data, DIST).progress(lines::add).parts(parts);
  }

  private static long pid(DataFolder folder, String part) throws IOException {
    return Long.parseLong(Files.readString(folder.pidFile(part)).strip());
  }
}
