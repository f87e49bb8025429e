package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.Surroundings;
import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.StackState.StackProcess;
import dev.hookline.cli.stack.StackStatus.ProcessStatus;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackStatusTest {

  private static final ProcessRef SELF = ProcessRef.self();
  private static final ProcessRef GONE = new ProcessRef(SELF.pid(), SELF.startTicks() - 1);

  @TempDir private Path home;

  /** It is not the gateway that has to be looked for, and no exception of Flink's to be read. */
  @Test
  void aPartThatIsNotReadyAndAJobThatIsStartingAreToldFromWhatIsAway() throws Exception {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    try (CannedServer server =
        new CannedServer()
            .answer("/overview", "{}")
            .answer(
                "/jobs/overview",
                "{\"jobs\":[{\"jid\":\"j1\",\"name\":\"n\",\"state\":\"INITIALIZING\",\"start-time\":1}]}")) {
      StackStatus status =
          StackStatus.read(
              new Surroundings(
                  Map.of(
                      "HOOKLINE_ADMIN",
                      server.base().toString(),
                      "HOOKLINE_FLINK",
                      server.base().toString(),
                      "HOOKLINE_KAFKA",
                      "127.0.0.1:1",
                      "HOOKLINE_CLICKHOUSE",
                      "http://127.0.0.1:1"),
                  home,
                  home,
                  home,
                  nowhere,
                  nowhere,
                  Optional.of("compose")));
      assertThat(status.parts())
          .extracting(part -> part.name() + " " + part.state())
          .containsExactly("admin not ready", "kafka down", "flink up", "clickhouse down");
      assertThat(status.nothingAnswers()).isFalse();
      assertThat(status.jobState()).isEqualTo("INITIALIZING");
      assertThat(status.problems())
          .contains(
              "admin is not ready: status 404, {\"errors\":[\"not found\"]}",
              "the job is starting: its JobManager has just taken it up")
          .noneMatch(problem -> problem.contains("no lag"));
    }
  }

  private static StackProcess process(String name, ProcessRef ref) {
    return new StackProcess(name, "up", ref, "/logs/" + name + ".log");
  }

  @Test
  void everyProcessIsListedWithItsIdAndTheTaskManagersAreThoseBesideTheParts() {
    StackState state =
        new StackState(
            Phase.READY,
            "",
            SELF,
            "",
            Map.of(),
            Map.of(),
            List.of(
                process("kafka", SELF),
                process("flink-jobmanager", SELF),
                process("flink-tm-1", GONE),
                process("flink-tm-2", SELF)));
    List<ProcessStatus> processes = StackStatus.processes(state);
    assertThat(processes)
        .containsExactly(
            new ProcessStatus("kafka", "up", SELF.pid()),
            new ProcessStatus("flink-jobmanager", "up", SELF.pid()),
            new ProcessStatus("flink-tm-1", "restarting", 0),
            new ProcessStatus("flink-tm-2", "up", SELF.pid()));
    StackStatus status =
        new StackStatus(
            List.of(),
            processes,
            "RUNNING",
            true,
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Map.of(),
            List.of());
    assertThat(status.processesBesideParts())
        .extracting(ProcessStatus::name)
        .containsExactly("flink-tm-1", "flink-tm-2");
  }
}
