package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.stack.Part;
import dev.hookline.cli.stack.ProcessRef;
import dev.hookline.cli.stack.StackState;
import dev.hookline.cli.stack.StackState.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks for a stack in a home where one is up; this very process plays its supervisor. */
class UpCommandTest {

  @TempDir private Path home;

  @BeforeEach
  void aStackIsUp() throws Exception {
    Map<String, Integer> ports = new HashMap<>();
    for (Part part : Part.values()) {
      ports.put(part.label(), 7000 + ports.size());
    }
    StackState state =
        new StackState(
            Phase.READY,
            "",
            ProcessRef.self(),
            home.resolve("gateway.yaml").toString(),
            ports,
            Map.of("gateway", "127.0.0.2"),
            List.of());
    Files.write(home.resolve("state.json"), new ObjectMapper().writeValueAsBytes(state));
  }

  @Test
  void aStackThatIsUpIsShownWithItsAddressesAndHowToReadClickHouse() {
    CommandRun run =
        CommandRun.of(home, "up", "--config", home.resolve("x/../gateway.yaml").toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("already up", "http://127.0.0.2:7000", "http://127.0.0.1:7001")
        .contains("hookline query", "hookline_analyst")
        .doesNotContain("password");
  }

  @Test
  void settingsThatTheRunningStackDoesNotHaveAreRefused() {
    CommandRun config = CommandRun.of(home, "up", "--config", "conf/demo.yaml");
    assertThat(config.exitCode()).isEqualTo(2);
    assertThat(config.err()).contains("a stack is up with", "gateway.yaml", "down");
    CommandRun port = CommandRun.of(home, "up", "--port", "kafka=9092", "--json");
    assertThat(port.exitCode()).isEqualTo(2);
    assertThat(port.out()).isEmpty();
    assertThat(port.err()).contains("kafka on port 7002", "9092");
    CommandRun variable =
        CommandRun.of(home, Map.of("HOOKLINE_GATEWAY_PORT", "8080"), "up", "--detach");
    assertThat(variable.exitCode()).isEqualTo(2);
    assertThat(variable.err()).contains("gateway on port 7000", "8080");
    assertThat(CommandRun.of(home, "up", "--port", "kafka=7002").exitCode()).isZero();
  }
}
