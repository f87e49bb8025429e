package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.StackState.StackProcess;
import dev.hookline.cli.stack.StackStatus.ProcessStatus;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StackStatusTest {

  private static final ProcessRef SELF = ProcessRef.self();
  private static final ProcessRef GONE = new ProcessRef(SELF.pid(), SELF.startTicks() - 1);

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
