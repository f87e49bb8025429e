package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.FOLDER;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static dev.hookline.cli.containers.ComposeFile.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.HooklineMain;
import dev.hookline.gateway.GatewayMain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The images run what the local stack runs, in the same way. */
class ImagesTest {

  private static final Path FLINK =
      ROOT.resolve("dev-stack/src/main/java/dev/hookline/devstack/flink");
  private static final Path START = ROOT.resolve("ops/images/job/start");

  private static String dockerfile(String image) {
    return text(ROOT.resolve("ops/images").resolve(image).resolve("Dockerfile"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "job", "migrations"})
  void theUserIsNotRootAndWhatIsCopiedIsThereAndLetIn(String image) throws Exception {
    String dockerfile = dockerfile(image);
    List<String> users =
        Pattern.compile("^USER (.*)$", Pattern.MULTILINE)
            .matcher(dockerfile)
            .results()
            .map(user -> user.group(1))
            .toList();
    assertThat(users.get(users.size() - 1)).matches("[1-9]\\d*:[1-9]\\d*");
    assertThat(dockerfile).contains("HEALTHCHECK ", "org.opencontainers.image.licenses");
    List<String> letIn =
        text(ROOT.resolve(".dockerignore"))
            .lines()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();
    Matcher copy = Pattern.compile("^COPY (.*) \\S+$", Pattern.MULTILINE).matcher(dockerfile);
    while (copy.find()) {
      for (String source : copy.group(1).split(" ", -1)) {
        assertThat(letIn).as("%s in .dockerignore", source).anyMatch(source::startsWith);
        if (!source.startsWith("target/")) {
          assertThat(ROOT.resolve(source)).exists();
        }
        if (source.startsWith("ops/")) {
          assertThat(Files.isExecutable(ROOT.resolve(source))).as(source).isTrue();
        }
      }
    }
  }

  @Test
  void theMainsAreTheLocalStacks() {
    assertThat(dockerfile("gateway")).contains('"' + GatewayMain.class.getName() + '"');
    assertThat(dockerfile("migrations")).contains('"' + HooklineMain.class.getName() + '"');
    Matcher shell =
        Pattern.compile("\"(org\\.apache\\.flink\\.[\\w.]+)\"")
            .matcher(text(FLINK.resolve("SubmittedPlan.java")));
    assertThat(shell.find()).isTrue();
    assertThat(text(START)).contains(shell.group(1) + " \\");
    for (String named : List.of("mainClass", "JobManager-Class", "TaskManager-Class")) {
      Matcher main =
          Pattern.compile("<" + named + ">([\\w.]+)<")
              .matcher(text(ROOT.resolve("flink-jobs/pom.xml")));
      assertThat(main.find()).as(named).isTrue();
      assertThat(text(START)).contains(" " + main.group(1) + " \\");
    }
  }

  @Test
  void theGatewaysJvmIsTheLocalStacks() {
    String local =
        text(ROOT.resolve("cli/src/main/java/dev/hookline/cli/stack/GatewayProcess.java"));
    for (String flag : List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")) {
      assertThat(local).contains('"' + flag + '"');
      assertThat(dockerfile("gateway")).contains('"' + flag + '"');
    }
  }

  @Test
  void theJobsIdIsTheLocalStacksSoThatAStackCanBeMovedIntoContainers() {
    Matcher id =
        Pattern.compile("\"([0-9a-f]{32})\"").matcher(text(FLINK.resolve("FlinkJob.java")));
    assertThat(id.find()).isTrue();
    assertThat(text(START)).contains("job=" + id.group(1) + "\n");
  }

  @Test
  void flinksSettingsAreTheLocalStacksButForAddressesAndFolders() throws Exception {
    Map<String, String> expected = flat(localConfig());
    expected.put("jobmanager.rpc.address", "jobmanager");
    expected.put("jobmanager.bind-host", "0.0.0.0");
    expected.put("rest.address", "jobmanager");
    expected.put("rest.bind-address", "0.0.0.0");
    expected.put("rest.port", "8081");
    expected.put("rest.bind-port", "8081");
    expected.remove("taskmanager.host");
    expected.put("taskmanager.bind-host", "0.0.0.0");
    expected.put("taskmanager.rpc.port", "6122");
    expected.remove("high-availability.cluster-id"); // given by the start, of HOOKLINE_CLUSTER
    assertThat(flat(composeConfig())).isEqualTo(expected);
  }

  /** Whoever cancels the job, or lets it fail for good, deletes the pointers to its state. */
  @Test
  void theJobCannotBeCancelledAndIsRestartedWithoutALimit() {
    assertThat(flat(composeConfig()))
        .containsEntry("web.cancel.enable", "false")
        .containsEntry("restart-strategy.type", "exponential-delay")
        .containsEntry("high-availability.type", "zookeeper")
        .containsEntry(
            "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION")
        .doesNotContainKey("restart-strategy.exponential-delay.attempts-before-reset-backoff");
    assertThat(ComposeFile.read().list("jobmanager", "volumes"))
        .contains("flink-state:/var/lib/hookline/flink");
    assertThat(ComposeFile.read().list("taskmanager-1", "volumes"))
        .contains("flink-state:/var/lib/hookline/flink");
  }

  @Test
  void theMemoryOfTheJvmsIsTheOneInFlinksSettings() {
    Map<String, String> config = flat(composeConfig());
    String memory = "taskmanager.memory.";
    int heap = mib(config, memory + "framework.heap.size") + mib(config, memory + "task.heap.size");
    int direct =
        mib(config, memory + "framework.off-heap.size")
            + mib(config, memory + "task.off-heap.size")
            + mib(config, memory + "network.max");
    assertThat(text(START))
        .contains(
            "-Xmx" + heap + "m -XX:MaxDirectMemorySize=" + direct + "m",
            "-Xms" + heap + "m",
            "-Xmx" + mib(config, "jobmanager.memory.heap.size") + "m",
            "-XX:MaxMetaspaceSize=" + mib(config, memory + "jvm-metaspace.size") + "m");
  }

  private static int mib(Map<String, String> config, String key) {
    return Integer.parseInt(config.get(key).replaceAll("m$", ""));
  }

  private static Map<String, Object> composeConfig() {
    return ComposeFile.yaml(text(FOLDER.resolve("flink/config.yaml")));
  }

  private static Map<String, Object> localConfig() throws Exception {
    String resource = "/dev/hookline/devstack/flink/config.yaml";
    try (var in = ImagesTest.class.getResourceAsStream(resource)) {
      return ComposeFile.yaml(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("{{slots}}", "2")
              .replace("{{taskHeapMib}}", "256")
              .replace("{{parallelism}}", "2")
              .replace("{{checkpointIntervalMs}}", "5000")
              .replace("{{heartbeatTimeoutMs}}", "5000")
              .replace("{{restPort}}", "8081")
              .replace("{{zookeeper}}", "zookeeper:2181")
              .replace("{{dataUri}}", "file:///var/lib/hookline/flink/"));
    }
  }

  private static Map<String, String> flat(Map<String, Object> tree) {
    Map<String, String> flat = new TreeMap<>();
    tree.forEach(
        (name, value) -> {
          if (value instanceof Map) {
            Map<String, Object> inner = ComposeFile.map(value);
            flat(inner).forEach((rest, leaf) -> flat.put(name + "." + rest, leaf));
          } else {
            flat.put(name, String.valueOf(value));
          }
        });
    return flat;
  }
}
