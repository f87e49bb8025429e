package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.delivery.Signature;
import dev.hookline.cli.stack.Part;
import dev.hookline.devstack.LoopbackPort;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComposeTargetTest {

  @TempDir private Path folder;

  @BeforeEach
  void composeIsThere() throws Exception {
    Files.writeString(folder.resolve("docker-compose.yml"), "services: {}\n");
    Files.createDirectories(folder.resolve("secrets"));
    for (String name : ComposeTarget.SECRETS.values()) {
      Files.writeString(folder.resolve("secrets").resolve(name), "s\n");
    }
  }

  private Map<String, String> environment(Map<String, String> process) {
    return ComposeTarget.environment(folder, process);
  }

  private Map<String, String> required(Map<String, String> process) {
    Map<String, String> environment = environment(process);
    ComposeTarget.requireSecrets(folder, environment);
    return environment;
  }

  @Test
  void withoutSettingsThePartsAreAtThePublishedPorts() {
    assertThat(environment(Map.of("PATH", "/bin")))
        .containsEntry("PATH", "/bin")
        .containsEntry("HOOKLINE_GATEWAY", "http://127.0.0.1:8080")
        .containsEntry("HOOKLINE_ADMIN", "http://127.0.0.1:8081")
        .containsEntry("HOOKLINE_FLINK", "http://127.0.0.1:8082")
        .containsEntry("HOOKLINE_KAFKA", "127.0.0.1:9092")
        .containsEntry("HOOKLINE_CLICKHOUSE", "http://127.0.0.1:8123")
        .containsEntry("HOOKLINE_MIGRATION_USER", "hookline_admin")
        .containsEntry(
            "HOOKLINE_ANALYST_PASSWORD_FILE",
            folder.resolve("secrets/analyst-password").toString());
  }

  /** A delivery would be signed with the secret that everybody knows, and answered 401. */
  @Test
  void aSecretThatIsNotThereIsNamedUnlessTheEnvironmentHasIt() throws Exception {
    Path secret = folder.resolve("secrets/github-secret");
    Files.delete(secret);
    assertThatThrownBy(() -> required(Map.of()))
        .isInstanceOf(CliFailure.class)
        .hasMessage(
            "HOOKLINE_GITHUB_SECRET: "
                + secret
                + " is missing: './prepare' in "
                + folder
                + " makes it");
    Files.createDirectory(secret);
    assertThatThrownBy(() -> required(Map.of()))
        .hasMessage(
            "HOOKLINE_GITHUB_SECRET: "
                + secret
                + " is a folder, as the engine makes one of a file that is missing: remove it, then"
                + " './prepare' in "
                + folder
                + " makes it");
    assertThat(required(Map.of("HOOKLINE_GITHUB_SECRET", "mine")))
        .containsEntry("HOOKLINE_GITHUB_SECRET", "mine")
        .doesNotContainKey("HOOKLINE_GITHUB_SECRET_FILE");
  }

  /**
   * Another user than the folder's owner has the secrets that a command needs in the environment.
   */
  @Test
  void withoutTheFolderTheEnvironmentHasToHaveTheSecrets() throws Exception {
    for (String name : ComposeTarget.SECRETS.values()) {
      Files.delete(folder.resolve("secrets").resolve(name));
    }
    Files.delete(folder.resolve("secrets"));
    assertThat(required(Map.of("HOOKLINE_ANALYST_PASSWORD", "a")))
        .containsEntry("HOOKLINE_ANALYST_PASSWORD", "a")
        .doesNotContainKeys("HOOKLINE_GITHUB_SECRET_FILE", "HOOKLINE_MIGRATION_USER");
    assertThatThrownBy(() -> required(Map.of()))
        .isInstanceOf(CliFailure.class)
        .hasMessage(
            folder.resolve("secrets") + " is missing: './prepare' in " + folder + " makes it");
  }

  /** Docker-compose takes it from the environment too, where a command would look for the file. */
  @Test
  void aPathInAContainerIsNoneOfTheCommands() {
    assertThat(environment(Map.of("HOOKLINE_REDIS_PASSWORD_FILE", "/run/secrets/redis-password")))
        .doesNotContainKey("HOOKLINE_REDIS_PASSWORD_FILE");
  }

  @Test
  void theSecretsAreThoseOfTheFolderUnlessTheEnvironmentHasThem() throws Exception {
    Path analyst = folder.resolve("secrets/analyst-password");
    assertThat(environment(Map.of("HOOKLINE_WRITER_PASSWORD", "mine")))
        .containsEntry("HOOKLINE_ANALYST_PASSWORD_FILE", analyst.toString())
        .containsEntry("HOOKLINE_WRITER_PASSWORD", "mine")
        .containsEntry("HOOKLINE_MIGRATION_USER", "hookline_admin")
        .doesNotContainKey("HOOKLINE_WRITER_PASSWORD_FILE");
  }

  @Test
  void whatDockerComposeReadsFromItsFileIsReadAndTheEnvironmentWins() throws Exception {
    Files.writeString(
        folder.resolve(".env"),
        """
        # a team's own Kafka and another port
        COMPOSE_PROFILES=redis,clickhouse
        HOOKLINE_KAFKA=broker:9093
        HOOKLINE_KAFKA_PROPERTIES=./secrets/kafka.properties
        HOOKLINE_GATEWAY_PORT=18080
        HOOKLINE_FLINK_PORT=18082
        HOOKLINE_GATEWAY_CONFIG=./gateway.yaml
        """);
    assertThat(environment(Map.of("HOOKLINE_FLINK_PORT", "28082")))
        .containsEntry("HOOKLINE_KAFKA", "broker:9093")
        .containsEntry(
            "HOOKLINE_KAFKA_PROPERTIES", folder.resolve("secrets/kafka.properties").toString())
        .containsEntry("HOOKLINE_GATEWAY", "http://127.0.0.1:18080")
        .containsEntry("HOOKLINE_FLINK", "http://127.0.0.1:28082")
        .containsEntry("HOOKLINE_GATEWAY_CONFIG", folder.resolve("gateway.yaml").toString());
  }

  @Test
  void quotesAndCommentsAreDockerComposesAndWhatIsBlankIsNotSet() throws Exception {
    Files.writeString(
        folder.resolve(".env"),
        """
        HOOKLINE_KAFKA="broker-1:9093,broker-2:9093" # ours
        HOOKLINE_CLICKHOUSE='https://clickhouse:8443'
        export HOOKLINE_GATEWAY_PORT=18080 # the proxy's
        HOOKLINE_FLINK_PORT=
        HOOKLINE_MIGRATION_USER=
        HOOKLINE_GATEWAY_CONFIG=""
        """);
    assertThat(environment(Map.of()))
        .containsEntry("HOOKLINE_KAFKA", "broker-1:9093,broker-2:9093")
        .containsEntry("HOOKLINE_CLICKHOUSE", "https://clickhouse:8443")
        .containsEntry("HOOKLINE_GATEWAY", "http://127.0.0.1:18080")
        .containsEntry("HOOKLINE_FLINK", "http://127.0.0.1:8082")
        .containsEntry("HOOKLINE_MIGRATION_USER", "hookline_admin")
        .containsEntry(
            "HOOKLINE_GATEWAY_CONFIG",
            folder.resolve("../../conf/demo.yaml").normalize().toString());
    // docker-compose takes an empty variable of the environment over the file's, then its default
    assertThat(environment(Map.of("HOOKLINE_KAFKA", "")))
        .containsEntry("HOOKLINE_KAFKA", "127.0.0.1:9092");
    assertThat(environment(Map.of("HOOKLINE_MIGRATION_USER", "other")))
        .containsEntry("HOOKLINE_MIGRATION_USER", "other");
  }

  @Test
  void aSecretOfAnOrganisationOfOnesOwnIsFoundInTheFileOrTheFolder() throws Exception {
    Path jira = Files.writeString(folder.resolve("secrets/my-org-jira"), "j\n");
    Files.writeString(folder.resolve("secrets/myorg-github"), "file\n");
    Files.writeString(folder.resolve("secrets/kafka.properties"), "x=y\n");
    Files.writeString(
        folder.resolve(".env"),
        """
        HOOKLINE_MYORG_GITHUB_SECRET='s#cret'
        HOOKLINE_GITHUB_SECRET=not-what-is-mounted
        HOOKLINE_REDIS_PASSWORD_FILE=/run/secrets/other
        """);
    assertThat(environment(Map.of()))
        .containsEntry("HOOKLINE_MYORG_GITHUB_SECRET", "s#cret")
        .containsEntry("HOOKLINE_MY_ORG_JIRA_SECRET_FILE", jira.toString())
        .doesNotContainKeys(
            "HOOKLINE_MYORG_GITHUB_SECRET_FILE",
            "HOOKLINE_GITHUB_SECRET",
            "HOOKLINE_REDIS_PASSWORD_FILE");
    assertThat(environment(Map.of("HOOKLINE_MYORG_GITHUB_SECRET_FILE", "/mine")))
        .containsEntry("HOOKLINE_MYORG_GITHUB_SECRET_FILE", "/mine")
        .doesNotContainKey("HOOKLINE_MYORG_GITHUB_SECRET");
    assertThat(environment(Map.of("HOOKLINE_MY_ORG_JIRA_SECRET", "mine")))
        .containsEntry("HOOKLINE_MY_ORG_JIRA_SECRET", "mine")
        .doesNotContainKey("HOOKLINE_MY_ORG_JIRA_SECRET_FILE");
  }

  @Test
  void whatCannotBeUsedIsNamed() throws Exception {
    assertThatThrownBy(() -> environment(Map.of("HOOKLINE_KAFKA_PORT", "x")))
        .isInstanceOf(CliFailure.class)
        .hasMessage(
            "HOOKLINE_KAFKA_PORT must be the port that is published, a whole number from 1 to 65535,"
                + " in the environment or "
                + folder.resolve(".env")
                + "; got 'x'");
    assertThatThrownBy(() -> environment(Map.of("HOOKLINE_KAFKA_PORT", "65536")))
        .hasMessageEndingWith("; got '65536'");
    Files.createDirectories(folder.resolve(".env"));
    assertThatThrownBy(() -> environment(Map.of()))
        .isInstanceOf(CliFailure.class)
        .hasMessage(
            folder.resolve(".env")
                + " is a folder: remove it, then './prepare' beside it makes the file");
    Files.delete(folder.resolve(".env"));
    Files.delete(folder.resolve("docker-compose.yml"));
    assertThatThrownBy(() -> environment(Map.of()))
        .hasMessageContaining("there is no docker-compose.yml in " + folder);
  }

  @Test
  void sendSignsWithTheTargetsSecretAndSendsToItsPort() throws Exception {
    Path secret = Files.writeString(folder.resolve("github"), "not-public\n");
    Path body = Files.writeString(folder.resolve("ping.json"), "{\"zen\":\"x\"}");
    try (RecordingGateway gateway = new RecordingGateway()) {
      String port = gateway.address().substring(gateway.address().lastIndexOf(':') + 1);
      CommandRun run =
          CommandRun.of(
              folder,
              Map.of(
                  "HOOKLINE_GATEWAY_PORT", port, "HOOKLINE_GITHUB_SECRET_FILE", secret.toString()),
              "send",
              "--target",
              "compose",
              "--source",
              "github",
              "--event",
              "ping",
              "--body",
              body.toString());
      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isZero();
      RecordingGateway.Request request = gateway.requests().get(0);
      assertThat(request.header("X-Hub-Signature-256"))
          .isEqualTo(Signature.of("not-public", request.body()));
    }
  }

  /** What needs none, as the help, is answered where there is none. */
  @Test
  void onlyACommandThatRunsNeedsTheSecrets() throws Exception {
    Path compose = Files.createDirectories(folder.resolve("ops/compose"));
    Files.writeString(compose.resolve("docker-compose.yml"), "services: {}\n");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            Map.of(),
            folder,
            folder,
            folder,
            new PrintStream(PrintStream.nullOutputStream()),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(HooklineMain.run(surroundings, "query", "SELECT 1", "--target", "compose"))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "hookline: "
                + compose.resolve("secrets")
                + " is missing: './prepare' in "
                + compose
                + " makes it\n");
    assertThat(HooklineMain.run(surroundings, "query", "--help", "--target", "compose")).isZero();
  }

  @Test
  void whereNothingAnswersStatusSaysHowToStartIt() {
    Map<String, String> dead = new HashMap<>(Map.of("HOOKLINE_ANALYST_PASSWORD", "a"));
    for (Part part : ComposeTarget.PORTS.keySet()) {
      dead.put(part.portVariable(), Integer.toString(LoopbackPort.free()));
    }
    CommandRun run = CommandRun.of(folder, dead, "status", "--target", "compose");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .endsWith("nothing answers: 'docker-compose up -d' in ops/compose starts it\n");
  }

  @Test
  void aCommandThatOwnsAStackIsRefusedAndSoIsAnotherTarget() {
    CommandRun up = CommandRun.of(folder, "--target", "compose", "up");
    assertThat(up.exitCode()).isEqualTo(2);
    assertThat(up.err())
        .startsWith(
            "hookline: 'up' works on the stack that './hookline up' starts: leave out --target"
                + " compose");
    assertThat(CommandRun.of(folder, "up", "--help", "--target=compose").exitCode()).isZero();
    CommandRun other = CommandRun.of(folder, "--target=kubernetes", "status");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err())
        .isEqualTo(
            "hookline: --target must be compose, or be left out for the stack that './hookline up'"
                + " starts; got 'kubernetes'\n");
    assertThat(CommandRun.of(folder, "status", "--target").err()).contains("--target");
  }

  @Test
  void aSecretFileThatCannotBeReadIsNamed() {
    CommandRun run =
        CommandRun.of(
            folder, Map.of("HOOKLINE_ANALYST_PASSWORD_FILE", "/none"), "query", "SELECT 1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("hookline: HOOKLINE_ANALYST_PASSWORD_FILE: /none cannot be");
  }
}
