package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.LoopbackPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {

  @TempDir private Path folder;

  private Ports choose(Map<Part, Integer> options, Map<String, String> environment) {
    return Ports.choose(options, environment, new DataFolder(folder));
  }

  @Test
  void portsAreDifferentAndTheSameAtTheNextStart() {
    Ports first = choose(Map.of(), Map.of());
    assertThat(new HashSet<>(first.byPart().values())).hasSize(Part.values().length);
    assertThat(choose(Map.of(), Map.of())).isEqualTo(first);
  }

  @Test
  void anOptionWinsOverTheEnvironmentAndTheEnvironmentOverAFreePort() {
    int one = LoopbackPort.free();
    int two = LoopbackPort.free();
    Map<String, String> environment =
        Map.of("HOOKLINE_KAFKA_PORT", "" + one, "HOOKLINE_GATEWAY_PORT", "" + one);
    Ports ports = choose(Map.of(Part.GATEWAY, two), environment);
    assertThat(ports.of(Part.GATEWAY)).isEqualTo(two);
    assertThat(ports.endpoint(Part.KAFKA)).isEqualTo("127.0.0.1:" + one);
    assertThat(ports.endpoint(Part.GATEWAY)).isEqualTo("http://127.0.0.1:" + two);
  }

  @Test
  void aConfiguredPortThatIsInUseIsRefusedWithItsSetting() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> choose(Map.of(), Map.of("HOOKLINE_REDIS_PORT", "" + taken.getLocalPort())))
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("HOOKLINE_REDIS_PORT")
          .hasMessageContaining("" + taken.getLocalPort());
    }
  }

  @Test
  void aPortThatIsNoneOrGivenTwiceIsRefusedWithItsSetting() {
    assertThatThrownBy(() -> choose(Map.of(), Map.of("HOOKLINE_FLINK_PORT", "many")))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("HOOKLINE_FLINK_PORT")
        .hasMessageContaining("'many'");
    assertThatThrownBy(() -> choose(Map.of(Part.KAFKA, 70_000), Map.of()))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("--port kafka");
    int port = LoopbackPort.free();
    assertThatThrownBy(() -> choose(Map.of(Part.KAFKA, port, Part.REDIS, port), Map.of()))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("kafka")
        .hasMessageContaining("redis");
  }
}
