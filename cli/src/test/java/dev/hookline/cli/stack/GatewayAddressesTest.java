package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.LoopbackPort;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayAddressesTest {

  private static final String ORGS =
      "organisations: {acme: {github: {secrets: [\"${SECRET:-s}\"]}}}\n";
  private static final String KAFKA = "kafka: {bootstrapServers: \"${HOOKLINE_KAFKA}\"}\n";

  @TempDir private Path folder;

  private StackSettings settings(String yaml, Map<String, String> environment) throws Exception {
    Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml + ORGS);
    return settings(file, environment);
  }

  private StackSettings settings(Path file, Map<String, String> environment) {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new StackSettings(
        new Surroundings(environment, folder, folder, folder, nowhere, nowhere), file, Map.of());
  }

  private static GatewayAddresses read(StackSettings settings) {
    return GatewayAddresses.read(
        settings, Ports.fixed(settings.ports(), settings.surroundings().environment()));
  }

  @Test
  void theDemosFileLeavesAllToTheStack() {
    Path demo = Path.of(System.getProperty("hookline.root"), "conf", "demo.yaml");
    GatewayAddresses addresses = read(settings(demo, Map.of("HOOKLINE_ADMIN_PORT", "7001")));
    assertThat(addresses).isEqualTo(new GatewayAddresses(Map.of(), Map.of()));
  }

  @Test
  void portsThatTheFileNamesOrLeavesOutAreTakenOver() throws Exception {
    assertThat(read(settings("listen: {port: 8090}\n" + KAFKA, Map.of())).ports())
        .isEqualTo(Map.of(Part.GATEWAY, 8090, Part.ADMIN, 8081));
    assertThat(read(settings("listen: {port: \"${P}\"}\n" + KAFKA, Map.of("P", "8099"))).ports())
        .containsEntry(Part.GATEWAY, 8099);
  }

  @Test
  void theStackChoosesThePortsOfTheFile() throws Exception {
    int one = LoopbackPort.free();
    int two = LoopbackPort.free();
    Ports ports =
        settings(
                "listen: {host: 127.0.0.2, port: "
                    + one
                    + "}\nadmin: {port: "
                    + two
                    + "}\n"
                    + KAFKA,
                Map.of())
            .choosePorts(new DataFolder(folder));
    assertThat(ports.endpoint(Part.GATEWAY)).isEqualTo("http://127.0.0.2:" + one);
    assertThat(ports.endpoint(Part.ADMIN)).isEqualTo("http://127.0.0.1:" + two);
  }

  @Test
  void aPortOfTheFileThatIsInUseIsRefusedWithItsField() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StackSettings settings =
          settings("listen: {port: " + taken.getLocalPort() + "}\n" + KAFKA, Map.of());
      assertThatThrownBy(() -> settings.choosePorts(new DataFolder(folder)))
          .isInstanceOf(CliFailure.class)
          .hasMessageContaining("gateway.yaml: listen.port is " + taken.getLocalPort())
          .hasMessageContaining("in use");
    }
  }

  @Test
  void aPortThatIsFixedOtherwiseIsRefusedInOneLineWithBothAndTheWayOut() throws Exception {
    StackSettings settings =
        settings("listen: {port: 8090}\n" + KAFKA, Map.of("HOOKLINE_GATEWAY_PORT", "9000"));
    assertThatThrownBy(() -> read(settings))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("gateway.yaml: listen.port is 8090")
        .hasMessageContaining("9000")
        .hasMessageContaining("\"${HOOKLINE_GATEWAY_PORT}\"")
        .hasMessageContaining("--port gateway=8090")
        .hasMessageNotContaining("\n");
    StackSettings same =
        settings("listen: {port: 8090}\n" + KAFKA, Map.of("HOOKLINE_GATEWAY_PORT", "8090"));
    assertThat(read(same).ports()).isEqualTo(Map.of(Part.ADMIN, 8081));
  }

  @Test
  void aPortThatNobodyKnowsBeforehandIsRefused() throws Exception {
    StackSettings settings = settings("admin: {port: 0}\n" + KAFKA, Map.of());
    assertThatThrownBy(() -> read(settings))
        .hasMessageContaining("admin.port is 0")
        .hasMessageContaining("\"${HOOKLINE_ADMIN_PORT}\"");
  }

  @Test
  void kafkaAndRedisMustBeTheStacks() throws Exception {
    StackSettings kafka = settings("kafka: {bootstrapServers: 'k:9092'}\n", Map.of());
    assertThatThrownBy(() -> read(kafka))
        .hasMessageContaining("kafka.bootstrapServers is k:9092")
        .hasMessageContaining("\"${HOOKLINE_KAFKA}\"");
    StackSettings redis = settings(KAFKA + "redis: {url: 'redis://:pw@r:6379'}\n", Map.of());
    assertThatThrownBy(() -> read(redis))
        .hasMessageContaining("redis.url is redis://r:6379")
        .hasMessageContaining("\"${HOOKLINE_REDIS}\"")
        .hasMessageNotContaining("pw");
    StackSettings same =
        settings(
            "kafka: {bootstrapServers: 'localhost:9092'}\n", Map.of("HOOKLINE_KAFKA_PORT", "9092"));
    assertThat(read(same).hosts()).isEmpty();
  }

  @Test
  void aHostThatIsNotReachedAtLoopbackIsKept() throws Exception {
    assertThat(
            read(settings("listen: {host: 0.0.0.0}\nadmin: {host: 127.0.0.2}\n" + KAFKA, Map.of()))
                .hosts())
        .isEqualTo(Map.of(Part.ADMIN, "127.0.0.2"));
    assertThat(Part.GATEWAY.endpoint("::1", 8080)).isEqualTo("http://[::1]:8080");
  }

  @Test
  void aSettingThatIsNoPortIsNamedBeforeTheFileIsRead() throws Exception {
    StackSettings settings = settings("listen: {}\n", Map.of("HOOKLINE_GATEWAY_PORT", "abc"));
    assertThatThrownBy(settings::check)
        .hasMessageContaining("HOOKLINE_GATEWAY_PORT")
        .hasMessageContaining("'abc'");
  }
}
