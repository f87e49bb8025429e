package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.FOLDER;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static dev.hookline.cli.containers.ComposeFile.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The scripts in the images and beside docker-compose.yml, with a Java that only notes its call.
 */
class ScriptsTest {

  private static final String PLAN =
      "/flink/hookline/execution-plans/00000000000000000000000000000001";

  @TempDir private Path folder;
  private Path calls;

  private record Run(int exitCode, String output) {}

  @BeforeEach
  void prepare() throws IOException {
    calls = folder.resolve("calls");
    Path bin = Files.createDirectories(folder.resolve("bin"));
    script(
        bin.resolve("java"),
        """
        #!/bin/bash
        echo "$*" >>%s
        case "$*" in *ZooKeeperMain*) ;; *) exit 0 ;; esac
        if [ "${FAKE_ANSWERS:-1}" -ge "$(grep -c ZooKeeperMain %s)" ]; then
          echo "${FAKE_ANSWER:-}"
          exit "${FAKE_EXIT:-0}"
        fi
        echo "Node does not exist: ${*: -1}"
        exit 1
        """
            .formatted(calls, calls));
    String start = text(ROOT.resolve("ops/images/job/start"));
    script(
        folder.resolve("start"),
        start.replace("=/var/lib/hookline/", "=" + folder + "/").replace("=/etc", "=" + folder));
    Files.createDirectories(folder.resolve("flink"));
    Files.writeString(
        Files.createDirectories(folder.resolve("temp/artifacts")).resolve("old.jar"), "");
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run run(Map<String, String> environment, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the script ends").isTrue();
    return new Run(process.exitValue(), Files.readString(output));
  }

  private Run start(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(folder.resolve("start").toString()));
    command.addAll(List.of(arguments));
    return run(environment, command.toArray(new String[0]));
  }

  private List<String> calls() throws IOException {
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @Test
  void aNewContainerForgetsTheFormerPlanAndOneThatRestartsDoesNot() throws Exception {
    assertThat(start(Map.of("HOSTNAME", "one"), "jobmanager").exitCode()).isZero();
    assertThat(calls()).as("deleted, asked whether it is gone, started").hasSize(3);
    assertThat(calls().subList(0, 2))
        .allMatch(call -> call.endsWith(" -server zookeeper:2181 deleteall " + PLAN));
    assertThat(calls().get(2))
        .contains("--job-id 00000000000000000000000000000001", "-- --config ")
        .endsWith("/job.yaml");
    start(Map.of("HOSTNAME", "one"), "jobmanager");
    assertThat(calls()).as("the same container").hasSize(4);
    Files.delete(calls);
    start(Map.of("HOSTNAME", "two", "HOOKLINE_ZOOKEEPER", "zk:1"), "jobmanager");
    assertThat(calls()).as("a new container").hasSize(3);
    assertThat(calls().get(0)).contains("-server zk:1 deleteall");
    assertThat(calls().get(2)).contains("-Dhigh-availability.zookeeper.quorum=zk:1");
  }

  @Test
  void aPlanThatIsNotThereIsForgottenAndOneThatCannotBeAskedForIsNot() throws Exception {
    assertThat(start(Map.of("HOSTNAME", "one", "FAKE_ANSWERS", "0"), "jobmanager").exitCode())
        .isZero();
    assertThat(calls()).as("asked once, started").hasSize(2);
    Files.delete(calls);
    Map<String, String> away =
        Map.of("HOSTNAME", "two", "FAKE_EXIT", "1", "FAKE_ANSWER", "ConnectionLoss");
    Run run = start(away, "jobmanager");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output()).contains("has not forgotten the former plan: ConnectionLoss");
    assertThat(calls()).as("no JobManager was started").hasSize(1);
    start(Map.of("HOSTNAME", "two"), "jobmanager");
    assertThat(calls()).as("and the next start tries again").hasSize(3);
  }

  /** As ZooKeeper's shell answers while a killed JobManager's lock on the plan goes away. */
  @ParameterizedTest
  @CsvSource({
    "0, Failed to delete some node(s) in the subtree!",
    "1, Node does not exist: " + PLAN + "/locks/a"
  })
  void aPlanIsDeletedAgainUntilItIsGone(String exitCode, String answer) throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.putAll(Map.of("HOSTNAME", "one", "FAKE_EXIT", exitCode, "FAKE_ANSWER", answer));
    environment.put("FAKE_ANSWERS", "2");
    assertThat(start(environment, "jobmanager").exitCode()).isZero();
    assertThat(calls()).as("twice in vain, then gone, then started").hasSize(4);
    environment.putAll(Map.of("HOSTNAME", "two", "FAKE_ANSWERS", "99"));
    Run run = start(environment, "jobmanager");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output()).contains("has not forgotten the former plan: " + answer);
    assertThat(calls()).as("not for ever").hasSize(4 + 5);
  }

  /** Both kinds of process have to be of one cluster, and its plan is the one that is deleted. */
  @Test
  void theClustersNameIsTheOneThatIsGiven() throws Exception {
    for (String cluster : List.of("", "team-b")) {
      Map<String, String> environment = Map.of("HOSTNAME", "one", "HOOKLINE_CLUSTER", cluster);
      String name = cluster.isEmpty() ? "hookline" : cluster;
      Files.deleteIfExists(folder.resolve("flink/submitted-by"));
      Files.deleteIfExists(calls);
      start(environment, "jobmanager");
      start(environment, "taskmanager", "tm-1");
      assertThat(calls()).hasSize(4);
      assertThat(calls().get(0)).contains(" deleteall /flink/" + name + "/execution-plans/");
      assertThat(calls().subList(2, 4))
          .allMatch(call -> call.contains(" -Dhigh-availability.cluster-id=/" + name + " "));
    }
  }

  @Test
  void theJobBeginsWithTheCheckpointThatIsNamed() throws Exception {
    start(Map.of("HOSTNAME", "one", "HOOKLINE_RESTORE_FROM", ""), "jobmanager");
    assertThat(calls().get(2)).contains("WebhookAnalyticsMain -D").doesNotContain("Savepoint");
    start(Map.of("HOSTNAME", "one", "HOOKLINE_RESTORE_FROM", "file:/some chk"), "jobmanager");
    assertThat(calls().get(3)).contains("Main --fromSavepoint file:/some chk -D");
  }

  @Test
  void whatAKilledProcessHasLeftIsRemoved() throws Exception {
    start(Map.of(), "taskmanager", "tm-2");
    assertThat(calls()).singleElement().asString().contains("-Dtaskmanager.resource-id=tm-2");
    assertThat(folder.resolve("temp")).isEmptyDirectory();
  }

  @Test
  void whatCannotBeStartedIsSaid() throws Exception {
    assertThat(start(Map.of(), "taskmanager").output()).contains("needs a name");
    assertThat(start(Map.of(), "x").output()).contains("unknown 'x': jobmanager, or taskmanager");
    assertThat(start(Map.of("HOOKLINE_CLUSTER", "/a"), "jobmanager").output())
        .contains("HOOKLINE_CLUSTER must be a name");
    assertThat(calls()).isEmpty();
  }

  @Test
  void healthIsAListenerAndWhereAskedForA200() throws Exception {
    String healthy = ROOT.resolve("ops/images/healthy").toString();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().equals("/good") ? 200 : 503, -1);
          exchange.close();
        });
    server.start();
    String port = Integer.toString(server.getAddress().getPort());
    try {
      assertThat(run(Map.of(), healthy, port).exitCode()).isZero();
      assertThat(run(Map.of(), healthy, port, "/good").exitCode()).isZero();
      assertThat(run(Map.of(), healthy, port, "/bad").exitCode()).isNotZero();
    } finally {
      server.stop(0);
    }
    assertThat(run(Map.of(), healthy, port).exitCode()).isNotZero();
  }

  @Test
  void prepareMakesEachSecretOnceAndForNobodyElse() throws Exception {
    Path copy = Files.createDirectories(folder.resolve("compose"));
    for (String name : List.of("prepare", ".env.example")) {
      script(copy.resolve(name), text(FOLDER.resolve(name)));
    }
    String prepare = copy.resolve("prepare").toString();
    assertThat(run(Map.of(), prepare).exitCode()).isZero();
    Set<String> secrets = secrets(copy);
    assertThat(secrets).as("all different").hasSize(6).allMatch(secret -> secret.length() == 33);
    assertThat(Files.getPosixFilePermissions(copy.resolve("secrets")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(copy.resolve(".env")).hasSameTextualContentAs(FOLDER.resolve(".env.example"));
    Files.writeString(copy.resolve(".env"), "mine");
    assertThat(run(Map.of(), prepare).output()).isEmpty();
    assertThat(secrets(copy)).isEqualTo(secrets);
    assertThat(copy.resolve(".env")).hasContent("mine");
    Path secret = copy.resolve("secrets/jira-secret");
    Files.delete(secret);
    Files.createDirectory(secret);
    Run folderInPlace = run(Map.of(), prepare);
    assertThat(folderInPlace.exitCode()).isEqualTo(1);
    assertThat(folderInPlace.output())
        .contains("prepare: secrets/jira-secret is a folder: docker-compose down, rmdir it");
  }

  /** An official image that a stand-in took the name of would be gone from what runs on it. */
  @Test
  void standInsTakeNoOfficialImagesName() throws Exception {
    script(
        folder.resolve("bin/docker"),
        """
        #!/bin/bash
        case "$*" in
          version | "compose version") ;;
          "image inspect -f "*stand-in-base*) echo 1 ;;
          "image inspect "*) ;;
          *) echo "docker was told to $*" >&2; exit 9 ;;
        esac
        """);
    for (String tool : List.of("dockerd", "docker-compose", "debootstrap")) {
      script(folder.resolve("bin").resolve(tool), "#!/bin/bash\n");
    }
    Path copy = standInFolder();
    for (String part : List.of("redis", "kafka", "zookeeper", "flink", "java")) {
      Run run = run(Map.of(), copy.resolve("make").toString(), part);
      assertThat(run.exitCode()).as(part).isEqualTo(1);
      assertThat(run.output()).as(part).contains(" is here and no stand-in: use it, or remove it");
    }
  }

  /** A checkout as far as the script looks at it. */
  private Path standInFolder() throws IOException {
    Path root = folder.resolve("checkout");
    for (String name :
        List.of(
            "ops/stand-in-images/make",
            "ops/compose/docker-compose.yml",
            "ops/images/job/Dockerfile",
            "ops/images/gateway/Dockerfile")) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      script(file, text(ROOT.resolve(name)));
    }
    String images = "dev-stack/target/classes/dev/hookline/devstack/container/images.properties";
    Files.createDirectories(root.resolve(images).getParent());
    Files.writeString(root.resolve(images), "redis=redis:1\nkafka=apache/kafka:1\n");
    Files.createDirectories(root.resolve("target/dist/lib/kafka"));
    Files.createDirectories(root.resolve("target/dist/lib/flink"));
    return root.resolve("ops/stand-in-images");
  }

  private static Set<String> secrets(Path copy) throws IOException {
    Set<String> secrets = new HashSet<>();
    try (Stream<Path> files = Files.list(copy.resolve("secrets"))) {
      files.forEach(file -> secrets.add(text(file)));
    }
    return secrets;
  }
}
