package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.FOLDER;
import static dev.hookline.cli.containers.ComposeFile.OURS;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static dev.hookline.cli.containers.ComposeFile.text;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.stack.Part;
import dev.hookline.contract.Source;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.contract.settings.SecretFiles;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.GatewayConfigReader;
import dev.hookline.gateway.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docker-compose.yml names is what the code reads, and what is in the checkout. */
class ComposeFileTest {

  /** Read by every JVM. */
  private static final String OF_THE_JVM = "JAVA_TOOL_OPTIONS";

  /** How a broker is reached and where its files are is the container's own. */
  private static final Set<String> KAFKA_OF_THE_CONTAINER =
      Set.of(
          "KAFKA_HEAP_OPTS",
          "KAFKA_PROCESS_ROLES",
          "KAFKA_NODE_ID",
          "KAFKA_CONTROLLER_QUORUM_VOTERS",
          "KAFKA_LISTENERS",
          "KAFKA_ADVERTISED_LISTENERS",
          "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP",
          "KAFKA_INTER_BROKER_LISTENER_NAME",
          "KAFKA_CONTROLLER_LISTENER_NAMES",
          "KAFKA_LOG_DIRS");

  private final ComposeFile compose = ComposeFile.read();

  @Test
  void everyVariableOfTheGatewayIsInItsConfiguration() {
    assertReadBy("gateway", text(ROOT.resolve("conf/demo.yaml")));
  }

  @Test
  void everyVariableOfTheJobIsInItsConfigurationOrItsStart() {
    String start = text(ROOT.resolve("ops/images/job/start"));
    assertReadBy("jobmanager", text(ROOT.resolve("conf/job.yaml")) + start);
    assertReadBy("taskmanager-1", start);
    assertReadBy("taskmanager-2", start);
  }

  /** A TaskManager with another looks for its JobManager where there is none. */
  @Test
  void theJobsProcessesFindEachOtherUnderOneNameInOneZooKeeper() {
    for (String service : List.of("jobmanager", "taskmanager-1", "taskmanager-2")) {
      assertThat(compose.environment(service))
          .containsEntry("HOOKLINE_ZOOKEEPER", "zookeeper:2181")
          .containsEntry("HOOKLINE_CLUSTER", "hookline");
    }
  }

  @Test
  void everyVariableOfTheMigrationsIsReadByTheCommand() {
    Path stack = ROOT.resolve("cli/src/main/java/dev/hookline/cli/stack");
    // Endpoints makes the names of addresses of these
    String addresses =
        Stream.of(Part.values()).map(part -> "HOOKLINE_" + part.name()).collect(joining(" "));
    assertThat(text(stack.resolve("Endpoints.java"))).contains("\"HOOKLINE_\" + ");
    assertReadBy(
        "migrations",
        addresses
            + " "
            + text(stack.resolve("Credentials.java"))
            + text(stack.resolve("Endpoints.java")));
  }

  private void assertReadBy(String service, String readers) {
    for (String variable : compose.environment(service).keySet()) {
      String name = variable.replaceAll("_FILE$", "");
      assertThat(variable.equals(OF_THE_JVM) || readers.matches("(?s).*\\b" + name + "\\b.*"))
          .as("%s of %s is read", variable, service)
          .isTrue();
    }
  }

  /** A reference that no container's variable has would be a setting of one that has gone. */
  @Test
  void theJobsAndTheGatewaysFilesFindTheirServersWhereComposeHasThem() {
    assertThat(compose.environment("gateway"))
        .containsEntry("HOOKLINE_KAFKA", "kafka:9092")
        .containsEntry("HOOKLINE_REDIS", "redis://redis:6379");
    assertThat(compose.environment("jobmanager"))
        .containsEntry("HOOKLINE_KAFKA", "kafka:9092")
        .containsEntry("HOOKLINE_CLICKHOUSE", "http://clickhouse:8123")
        .containsEntry("HOOKLINE_ZOOKEEPER", "zookeeper:2181");
    assertThat(compose.services()).containsKeys("kafka", "redis", "clickhouse", "zookeeper");
  }

  @Test
  void theBrokerHasTheSettingsOfTheLocalStacks() throws Exception {
    Properties local = new Properties();
    try (var in = ComposeFileTest.class.getResourceAsStream(resource("kafka/server.properties"))) {
      local.load(in);
    }
    Map<String, String> expected = new TreeMap<>();
    for (String key : local.stringPropertyNames()) {
      String name = "KAFKA_" + key.toUpperCase(java.util.Locale.ROOT).replace('.', '_');
      if (!KAFKA_OF_THE_CONTAINER.contains(name)) {
        expected.put(name, local.getProperty(key).replaceAll("\\{\\{.*}}", "1"));
      }
    }
    Map<String, String> actual = compose.environment("kafka");
    actual.keySet().removeIf(name -> !name.startsWith("KAFKA_"));
    assertThat(actual).containsKeys(KAFKA_OF_THE_CONTAINER.toArray(new String[0]));
    actual.keySet().removeAll(KAFKA_OF_THE_CONTAINER);
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void redisHasTheSettingsOfTheLocalStacks() throws Exception {
    String local;
    try (var in = ComposeFileTest.class.getResourceAsStream(resource("redis/redis.conf"))) {
      local = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
    Map<String, String> expected = settings(local);
    expected.put("maxmemory", "128mb");
    expected.put("bind", "*");
    expected.put("port", "6379");
    expected.put("dir", "/tmp");
    assertThat(settings(text(FOLDER.resolve("redis.conf")))).isEqualTo(expected);
  }

  @Test
  void zooKeeperHasTheSettingsOfTheLocalStacks() throws Exception {
    Properties local = new Properties();
    try (var in = ComposeFileTest.class.getResourceAsStream(resource("zookeeper/zoo.cfg"))) {
      local.load(in);
    }
    Map<String, String> variables = compose.environment("zookeeper");
    Properties ofTheContainer = new Properties();
    for (String setting : variables.remove("ZOO_CFG_EXTRA").split(" ", -1)) {
      ofTheContainer.setProperty(setting.split("=", 2)[0], setting.split("=", 2)[1]);
    }
    // The image's names for some of the settings.
    Map.of(
            "ZOO_TICK_TIME", "tickTime",
            "ZOO_INIT_LIMIT", "initLimit",
            "ZOO_SYNC_LIMIT", "syncLimit",
            "ZOO_MAX_CLIENT_CNXNS", "maxClientCnxns",
            "ZOO_ADMINSERVER_ENABLED", "admin.enableServer",
            "ZOO_4LW_COMMANDS_WHITELIST", "4lw.commands.whitelist")
        .forEach((name, setting) -> ofTheContainer.setProperty(setting, variables.remove(name)));
    // Where it is, the image says; and the stack's folder does not live for long enough to be
    // purged.
    local.keySet().removeAll(Set.of("dataDir", "clientPort", "clientPortAddress"));
    variables
        .keySet()
        .removeAll(
            Set.of("JVMFLAGS", "ZOO_AUTOPURGE_PURGEINTERVAL", "ZOO_AUTOPURGE_SNAPRETAINCOUNT"));
    assertThat(ofTheContainer).isEqualTo(local);
    assertThat(variables).isEmpty();
  }

  /**
   * Its user is not root: a folder that a package of Redis brings for itself, such as /etc/redis,
   * may be closed to it.
   */
  @Test
  void redisReadsTheMountedFileFromAFolderThatNoPackageOwns() {
    String target = "/usr/local/etc/redis/redis.conf";
    assertThat(compose.list("redis", "volumes")).containsExactly("./redis.conf:" + target + ":ro");
    assertThat(compose.list("redis", "command").get(2)).contains("redis-server " + target + " ");
  }

  private static Map<String, String> settings(String redis) {
    Map<String, String> settings = new TreeMap<>();
    redis
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2))
        .forEach(parts -> settings.put(parts[0], parts[1]));
    return settings;
  }

  private static String resource(String name) {
    return "/dev/hookline/devstack/" + name;
  }

  @Test
  void everyFileThatIsMountedOrBuiltFromIsInTheCheckout() {
    for (String service : compose.services().keySet()) {
      for (String volume : compose.list(service, "volumes")) {
        String source = volume.split(":", 2)[0];
        if (source.startsWith(".")) {
          assertThat(FOLDER.resolve(source)).as("%s of %s", volume, service).exists();
        } else {
          assertThat(compose.volumes()).as("volumes").contains(source);
        }
      }
      Map<String, Object> build = ComposeFile.map(compose.service(service).get("build"));
      if (build != null) {
        assertThat(FOLDER.resolve(build.get("context").toString()).normalize()).isEqualTo(ROOT);
        assertThat(ROOT.resolve(build.get("dockerfile").toString())).isRegularFile();
      }
    }
  }

  @Test
  void everythingThatOursMountIsWhereTheImageLooksForIt() {
    Map<String, String> looks =
        Map.of(
            "gateway", text(ROOT.resolve("ops/images/gateway/Dockerfile")),
            "jobmanager", text(ROOT.resolve("ops/images/job/start")),
            "taskmanager-1", text(ROOT.resolve("ops/images/job/start")),
            "taskmanager-2", text(ROOT.resolve("ops/images/job/start")),
            "migrations", "");
    for (String service : OURS) {
      for (String volume : compose.list(service, "volumes")) {
        String target = volume.replaceAll(":ro$", "").replaceAll(".*:", "");
        assertThat(looks.get(service))
            .as("%s of %s", target, service)
            .containsPattern(Pattern.quote(target) + "\\b");
      }
    }
  }

  @Test
  void everySecretThatIsAskedForIsMadeByPrepareOrInTheCheckout() {
    Matcher loop =
        Pattern.compile("for name in (.*?); do").matcher(text(FOLDER.resolve("prepare")));
    assertThat(loop.find()).isTrue();
    Set<String> made = Set.of(loop.group(1).split(" ", -1));
    Set<String> used = new HashSet<>();
    compose
        .secrets()
        .forEach(
            (name, secret) -> {
              String file = secret.get("file").toString();
              if (file.startsWith("./secrets/")) {
                assertThat(made).contains(file.substring("./secrets/".length()));
              } else {
                assertThat(FOLDER.resolve(file)).isRegularFile();
              }
            });
    for (String service : compose.services().keySet()) {
      List<String> asked = compose.list(service, "secrets");
      assertThat(compose.secrets().keySet()).as("secrets of %s", service).containsAll(asked);
      used.addAll(asked);
      for (String value : compose.environment(service).values()) {
        if (value.startsWith("/run/secrets/")) {
          assertThat(asked).as("of %s", service).contains(value.substring(13));
        }
      }
    }
    assertThat(used).isEqualTo(compose.secrets().keySet());
  }

  /** The same file as the gateway's container has, with what docker-compose.yml gives it. */
  @Test
  void theGatewayTakesItsConfigurationWithComposesEnvironment(@TempDir Path secrets)
      throws Exception {
    Map<String, String> environment = compose.environment("gateway");
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getValue().startsWith("/run/secrets/")) {
        Path file = secrets.resolve(variable.getValue().substring("/run/secrets/".length()));
        Files.writeString(file, file.endsWith("kafka-client") ? "" : "s-" + file.getFileName());
        variable.setValue(file.toString());
      }
    }
    GatewayConfig config =
        GatewayConfigReader.read(ROOT.resolve("conf/demo.yaml"), SecretFiles.resolve(environment));
    assertThat(config.listen()).isEqualTo(new GatewayConfig.Endpoint("0.0.0.0", 8080));
    assertThat(config.admin()).isEqualTo(new GatewayConfig.Endpoint("0.0.0.0", 8081));
    assertThat(config.kafka().access()).isEqualTo(KafkaAccess.NONE);
    assertThat(config.redis().orElseThrow().password()).contains(new Secret("s-redis-password"));
    assertThat(config.organisations().get("acme").secrets(Source.GITHUB))
        .containsExactly(new Secret("s-github-secret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"migrations", "jobmanager", "taskmanager-1", "taskmanager-2", "gateway"})
  void ourContainersWriteNowhereAndMayNothing(String service) {
    assertThat(OURS).contains(service);
    assertThat(compose.service(service))
        .containsEntry("read_only", true)
        .containsEntry("cap_drop", List.of("ALL"))
        .containsEntry("security_opt", List.of("no-new-privileges:true"));
  }

  @Test
  void everyServiceHasALimitARestartPolicyAndIsAskedHowItIs() {
    compose
        .services()
        .forEach(
            (name, service) -> {
              assertThat(service).as(name).containsKeys("mem_limit", "restart", "logging");
              assertThat(service.containsKey("healthcheck"))
                  .as("%s has a health check", name)
                  .isEqualTo(!name.equals("migrations"));
            });
  }

  /** Nobody sends again what GitHub could not deliver while it waited for ClickHouse's schema. */
  @Test
  void theGatewayWaitsForNobodyAndTheJobForTheMigrations() {
    assertThat(compose.service("gateway")).doesNotContainKey("depends_on");
    assertThat(ComposeFile.map(compose.service("jobmanager").get("depends_on")))
        .containsEntry("migrations", Map.of("condition", "service_completed_successfully"));
  }

  /** {@code up} gives up on a JobManager that counts as unhealthy, and starts no TaskManager. */
  @Test
  void theJobManagerMayWaitForZooKeeperAsLongAsItDoes() {
    int connecting = 60 * duration("CONNECTING", "flink-jobs", "jobs/cluster/LastingJobManager");
    Map<String, Object> check = ComposeFile.map(compose.service("jobmanager").get("healthcheck"));
    assertThat(seconds(check.get("start_period"))).isGreaterThanOrEqualTo(connecting + 60);
    assertThat(text(ROOT.resolve("ops/images/job/Dockerfile")))
        .contains("--start-period=" + check.get("start_period") + " ");
  }

  @Test
  void theGatewayMayFinishWhatIsInFlightAndFlush() {
    int deadline = duration("MOST_DEADLINE", "ingest-gateway", "gateway/GatewayConfigReader");
    int flush = duration("FLUSH", "ingest-gateway", "gateway/Gateway");
    assertThat(seconds(compose.service("gateway").get("stop_grace_period")))
        .isGreaterThan(deadline + 1 + flush);
  }

  private static int seconds(Object duration) {
    return Integer.parseInt(duration.toString().replaceAll("s$", ""));
  }

  /** A constant of the code, which is no module's API, in its own unit. */
  private static int duration(String name, String module, String type) {
    Path source = ROOT.resolve(module + "/src/main/java/dev/hookline/" + type + ".java");
    Matcher matcher =
        Pattern.compile(name + " = Duration\\.of\\w+\\((\\d+)\\)").matcher(text(source));
    assertThat(matcher.find()).as("%s in %s", name, source).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  /** A part of a profile that is off cannot be waited for. */
  @Test
  void nothingDependsOnWhatATeamMayHaveAlready() {
    compose
        .services()
        .forEach(
            (name, service) -> {
              Map<String, Object> before =
                  ComposeFile.map(service.getOrDefault("depends_on", Map.of()));
              for (String other : before.keySet()) {
                assertThat(compose.service(other)).as("%s, before %s", other, name).isNotNull();
                assertThat(compose.service(other)).doesNotContainKey("profiles");
              }
            });
    assertThat(text(FOLDER.resolve(".env.example")))
        .contains("COMPOSE_PROFILES=kafka,redis,clickhouse\n");
  }
}
