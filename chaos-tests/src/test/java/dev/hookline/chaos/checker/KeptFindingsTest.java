package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.HistoryReader;
import dev.hookline.chaos.mutants.Kept;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFindingsTest extends HandWrittenHistory {

  @TempDir Path folder;

  @Test
  void whatCheckersWereGivenCanBeReadAndSearchedAfterwards() throws IOException {
    Findings findings = world.findings();
    Kept.write(folder.resolve("right"), findings);
    Kept.write(folder.resolve("right"), findings); // a second run in the same folder

    History read = HistoryReader.read(List.of(folder.resolve("right/history.jsonl"))).history();
    assertThat(read.intents()).isEqualTo(findings.history().intents());
    assertThat(read.operations()).isEqualTo(findings.history().operations());
    Tables tables = findings.tables();
    assertThat(Files.readAllLines(folder.resolve("right/tables.txt")))
        .hasSize(
            tables.physical().size()
                + tables.events().size()
                + tables.ledger().size()
                + tables.hours().size()
                + tables.windows().size()
                + tables.averages().size()
                + tables.eventsByHour().size()
                + tables.rejected().size())
        .anyMatch(
            line ->
                line.startsWith("normalized_events EventRow[") && line.contains(OPENED.identity()))
        .anyMatch(line -> line.startsWith("v_rejected_events "));
  }
}
