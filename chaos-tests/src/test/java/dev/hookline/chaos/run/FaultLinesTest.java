package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.HistoryReader;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.devstack.DevStackException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultLinesTest {
  @TempDir Path folder;

  @Test
  void aFaultIsInTheHistoryWhenItBeginsAndTheOneThatBrokeIsWithItsCause() {
    Fault fault = new Fault(FaultKind.SAVEPOINT, 1, Duration.ZERO, Duration.ZERO);
    Path file = folder.resolve("history.jsonl");
    try (HistoryLog log = new HistoryLog(file)) {
      FaultLines lines = new FaultLines(log);
      lines.begun(fault);
      assertThat(HistoryReader.read(List.of(file)).faults())
          .as("before anything else happens")
          .singleElement()
          .satisfies(
              line ->
                  assertThat(line)
                      .containsEntry("fault", "savepoint")
                      .containsEntry("moment", "begun")
                      .containsKey("at"));
      lines.struck(fault, Instant.EPOCH.plusMillis(3), "the job has stopped");
      lines.over(
          new Done(
              fault,
              false,
              "could not be healed",
              Instant.EPOCH,
              Instant.EPOCH,
              Instant.EPOCH.plusMillis(5),
              Optional.of(new DevStackException("the job does not run"))));
    }

    List<Map<String, Object>> faults = HistoryReader.read(List.of(file)).faults();

    assertThat(faults)
        .extracting(line -> line.get("moment"))
        .containsExactly("begun", "struck", "over");
    assertThat(faults.get(1))
        .containsEntry("evidence", "the job has stopped")
        .containsEntry("at", 3);
    assertThat(faults.get(2))
        .containsEntry("bit", false)
        .containsEntry("evidence", "could not be healed")
        .containsEntry("healed", 5);
    assertThat(faults.get(2).get("broken"))
        .asString()
        .contains("DevStackException: the job does not run")
        .contains("FaultLinesTest");
  }
}
