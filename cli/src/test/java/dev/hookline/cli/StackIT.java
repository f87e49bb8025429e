package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.ProcessRef;
import dev.hookline.cli.stack.StackState;
import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.StackState.StackProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands against a whole stack of processes, from the packaged distribution. */
class StackIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final List<String> PARTS =
      List.of("gateway", "admin", "kafka", "redis", "zookeeper", "flink", "clickhouse");
  private static final String PULL_REQUEST =
      """
      {"action":"opened","number":1,
       "pull_request":{"id":11,"number":1,"created_at":"2019-05-15T15:20:33Z",
         "updated_at":"2019-05-15T15:20:33Z","merged":false,
         "user":{"login":"octocat","id":583231,"type":"User"}},
       "repository":{"id":7,"full_name":"octo/repo"},
       "sender":{"login":"octocat","id":583231,"type":"User"}}
      """;

  private final Path home =
      Path.of(System.getProperty("hookline.root"), "cli", "target", "stack-it");

  @BeforeEach
  void beginWithAnEmptyHome() throws IOException {
    Homes.empty(home);
  }

  @AfterEach
  void leaveNothing() {
    run("down");
  }

  /**
   * Set-up: an empty home. Timeline: up; up again; a pull request is sent and sent again; a
   * TaskManager and the gateway are killed; all public examples are sent; audit; down; up; the
   * supervisor is killed. Proves that up and down are idempotent, that what was sent is counted
   * once and shown within seconds, that a dead part comes back, that a TaskManager has loaded what
   * the job needs ahead, that a checkpoint is asked for at once, that data outlives down, and that
   * nothing is left after either end.
   */
  @Test
  void aStackStartsCountsOnceRevivesItsPartsKeepsItsDataAndLeavesNothing() throws Exception {
    JsonNode up = good("up", "--detach", "--json");
    assertThat(up.path("phase").asText()).isEqualTo("ready");
    assertThat(up.path("endpoints").properties()).hasSize(PARTS.size());
    JsonNode again = good("up", "--detach", "--json");
    assertThat(again.path("supervisor")).isEqualTo(up.path("supervisor"));
    await("all parts to be up").atMost(LIMIT).untilAsserted(this::allUp);

    Path body = Files.writeString(home.resolve("pull_request.json"), PULL_REQUEST);
    assertThat(send(body).path("outcome").asText()).isEqualTo("accepted");
    awaitQuery("SELECT count() FROM v_events WHERE event_type = 'pull_request'", "1");
    awaitQuery("SELECT sum(pr_opened) FROM v_employee_metrics_hourly", "1");
    knowsACopy(body);

    kill("flink-tm-1");
    kill("gateway");
    await("the parts to be up again").atMost(LIMIT).untilAsserted(this::allUp);
    await("the lag to be gone")
        .atMost(LIMIT)
        .until(() -> run("status", "--json").json().path("lag_records").asLong() == 0);
    assertThat(query("SELECT count() FROM v_events")).isEqualTo("1");
    assertThat(query("SELECT count() FROM v_rejected_events")).isEqualTo("0");

    JsonNode examples = good("send", "--source", "github", "--examples", "--json");
    assertThat(examples.path("by_status").toString()).isEqualTo("{\"202\":329}");
    JsonNode audit = good("audit", "--json");
    assertThat(audit.path("settled").asBoolean()).isTrue();
    assertThat(audit.path("accepted").asLong()).isEqualTo(330);
    assertThat(audit.path("rows").asLong()).isEqualTo(330);
    assertThat(audit.path("rejected").asLong()).isZero();
    awaitReadyForTheJob("flink-tm-1");
    awaitReadyForTheJob("flink-tm-2");
    awaitPromptCheckpoint();

    List<ProcessRef> processes = processes();
    JsonNode down = good("down", "--json");
    assertThat(down.path("left")).isEmpty();
    assertThat(down.path("stopped")).hasSizeGreaterThanOrEqualTo(9);
    assertThat(processes).noneMatch(ProcessRef::isAlive);
    assertThat(good("down", "--json").path("stopped")).isEmpty();

    JsonNode next = good("up", "--detach", "--json");
    assertThat(next.path("endpoints")).isEqualTo(up.path("endpoints"));
    assertThat(query("SELECT count() FROM v_events")).isEqualTo("330");
    await("all parts to be up again, and the last delivery to be known")
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(allUp().path("last_delivery").path("acme").asText()).startsWith("20"));

    List<ProcessRef> survivors = processes();
    ProcessHandle.of(next.path("supervisor").asLong()).orElseThrow().destroyForcibly();
    await("the kernel to end what the killed supervisor had started")
        .atMost(Duration.ofSeconds(20))
        .until(() -> survivors.stream().noneMatch(ProcessRef::isAlive));
    assertThat(good("down", "--json").path("left")).isEmpty();
  }

  /**
   * Set-up: an empty home. Timeline: up in the foreground, as in a terminal; Ctrl-C, which the
   * terminal sends to the whole process group. Proves that everything ends, and in order: a broker
   * that had been told to end at the same time would have left the gateway without one.
   */
  @Test
  void ctrlCStopsEverythingInOrder() throws Exception {
    Process terminal = inATerminal("up");
    await("the stack to be ready")
        .atMost(LIMIT)
        .until(() -> new Home(home).state().filter(s -> s.phase() == Phase.READY).isPresent());
    CommandRun second = run("up", "--json");
    assertThat(second.exitCode()).isZero();
    assertThat(second.err()).contains("already up");
    List<ProcessRef> processes = processes();
    new ProcessBuilder("/bin/sh", "-c", "kill -INT -" + terminal.pid()).start().waitFor();
    assertThat(terminal.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(processes).noneMatch(ProcessRef::isAlive);
    assertThat(state().phase()).isEqualTo(Phase.DOWN);
    assertThat(Files.readString(home.resolve("terminal.log")))
        .containsSubsequence("Stopping gateway", "Stopping flink", "Stopping kafka")
        .contains("everything is stopped; the data stays in " + home);
  }

  private Process inATerminal(String command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            // As in a terminal. A shell makes what it starts in the background ignore the signal,
            // and
            // a JVM that inherits that from whoever runs the tests never hears of it.
            "env",
            "--default-signal=INT",
            "setsid",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dhookline.root=" + System.getProperty("hookline.root"),
            "-Dhookline.dist=" + System.getProperty("hookline.dist"),
            "-cp",
            System.getProperty("java.class.path"),
            HooklineMain.class.getName(),
            command);
    builder.environment().put("HOOKLINE_HOME", home.toString());
    builder.redirectErrorStream(true).redirectOutput(home.resolve("terminal.log").toFile());
    return builder.start();
  }

  private JsonNode send(Path body) throws IOException {
    return good(
        "send",
        "--source",
        "github",
        "--org",
        "acme",
        "--event",
        "pull_request",
        "--body",
        body.toString(),
        "--delivery",
        "11111111-2222-3333-4444-555555555555",
        "--json");
  }

  /**
   * A gateway to which Redis answers too late takes a copy as it takes a new delivery, and answers
   * 202. The log holds the record once more then; the job drops it, so the rows are as many.
   */
  private void knowsACopy(Path body) throws IOException {
    JsonNode copy = send(body);
    for (int again = 0; again < 3 && copy.path("status").asInt() == 202; again++) {
      copy = send(body);
    }
    assertThat(copy.path("outcome").asText()).isEqualTo("duplicate");
    assertThat(copy.path("status").asInt()).isEqualTo(200);
  }

  private JsonNode allUp() throws IOException {
    JsonNode status = good("status", "--json");
    assertThat(status.path("parts").findValuesAsText("name")).isEqualTo(PARTS);
    assertThat(status.path("parts").findValuesAsText("state")).containsOnly("up");
    assertThat(status.path("processes").findValuesAsText("name"))
        .contains("gateway", "flink-jobmanager", "flink-tm-1", "flink-tm-2");
    assertThat(status.path("processes").findValuesAsText("state")).containsOnly("up");
    assertThat(status.path("job_state").asText()).isEqualTo("RUNNING");
    return status;
  }

  /**
   * Its latest process says so. That the main is the one that gets ready, and finds on the class
   * path of a real process all that is on its list, shows nowhere else: without it the job runs as
   * well, and a recovery is slower.
   */
  private void awaitReadyForTheJob(String taskManager) {
    Path log = home.resolve("logs").resolve(taskManager + ".log");
    await(taskManager + " to be ready for the job, with no class missing (log: " + log + ")")
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(linesOfItsLatestProcess(log))
                    .filteredOn(line -> line.contains("ready for the job of release"))
                    .singleElement()
                    .asString()
                    .endsWith(", but for 0 classes: []"));
  }

  /** Without it as well the job runs, and a recovery lasts up to a checkpoint interval longer. */
  private void awaitPromptCheckpoint() {
    Path log = home.resolve("logs").resolve("flink-jobmanager.log");
    await("a checkpoint as soon as all tasks ran (log: " + log + ")")
        .atMost(LIMIT)
        .until(
            () ->
                Files.readString(log).contains("was asked for when all tasks ran, and completed"));
  }

  /** The log goes on where that of a killed process has ended. */
  private static List<String> linesOfItsLatestProcess(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    List<String> starts =
        lines.stream().filter(line -> line.contains(" Starting TaskManager (Version")).toList();
    assertThat(starts).as("starts in " + log).isNotEmpty();
    return lines.subList(lines.lastIndexOf(starts.get(starts.size() - 1)), lines.size());
  }

  private void awaitQuery(String sql, String expected) {
    await(sql).atMost(LIMIT).until(() -> query(sql), expected::equals);
  }

  private String query(String sql) {
    CommandRun run = run("query", sql, "--format", "TSV");
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().strip();
  }

  private void kill(String name) {
    StackProcess process = state().process(name).orElseThrow();
    ProcessHandle.of(process.process().pid()).orElseThrow().destroyForcibly();
    await(name + " to have another process")
        .atMost(LIMIT)
        .until(
            () ->
                state()
                    .process(name)
                    .filter(now -> now.state().equals("up"))
                    .filter(now -> !now.process().equals(process.process()))
                    .isPresent());
  }

  private StackState state() {
    return new Home(home).state().orElseThrow();
  }

  private List<ProcessRef> processes() {
    List<ProcessRef> processes = new ArrayList<>();
    processes.add(state().supervisor());
    state().processes().forEach(process -> processes.add(process.process()));
    assertThat(processes).hasSizeGreaterThanOrEqualTo(9).allMatch(ProcessRef::isAlive);
    return processes;
  }

  private JsonNode good(String... arguments) throws IOException {
    CommandRun run = run(arguments);
    assertThat(run.exitCode()).as("%s: %s", List.of(arguments), run.err()).isZero();
    return run.json();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.ofDistribution(home, arguments);
  }
}
