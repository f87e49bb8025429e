package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportMergeTest {
  private static final ChaosReport.Deliveries TEN = new ChaosReport.Deliveries(10, 9, 1, 3);

  @TempDir Path folder;
  private final List<String> told = new ArrayList<>();

  private static ChaosReport schedule(long seed, String commit, double recovery) {
    Fault fault = new Fault(FaultKind.KILL_KAFKA, 1, Duration.ZERO, Duration.ofSeconds(1));
    Instant now = Instant.EPOCH;
    return new ScheduleResult(
            seed,
            List.of(new Done(fault, true, "seen", now, now, now)),
            0,
            Map.of("kill-kafka", new Tally(List.of(recovery), 1)),
            Map.of("kill-kafka", new Tally(List.of(), 1)),
            Map.of("kill-kafka", 0),
            Map.of("gateway-1", 1),
            List.of(),
            Optional.empty(),
            List.of(),
            TEN,
            0)
        .report(ChaosReport.empty(seed, commit, Map.of()), "again")
        .withTraffic(TEN, 9);
  }

  private static ChaosReport mutants(long seed) {
    return ChaosReport.empty(seed, "abc", Map.of())
        .withMutants(new ChaosReport.Mutants(2, 2, List.of(), List.of(seed)), List.of(), List.of());
  }

  private Path written(String name, ChaosReport report) {
    Path file = folder.resolve(name);
    ReportFiles.write(report, file);
    return file;
  }

  private ChaosReport merge(Path... files) {
    return ReportMerge.of(List.of(files), told::add);
  }

  @Test
  void partsAreMergedWithTheirTimesAndSeeds() {
    ChaosReport one = schedule(6, "abc", 2);
    ChaosReport two = schedule(7, "abc", 10);
    ChaosReport three = schedule(9, "abc", 3);

    ChaosReport merged =
        merge(written("one.json", one), written("two.json", two), written("three.json", three));

    assertThat(merged).isEqualTo(one.and(two).and(three));
    assertThat(merged.schedules()).isEqualTo(3);
    assertThat(merged.seeds()).containsExactly(6L, 7L, 9L);
    assertThat(ReportFiles.markdown(merged)).contains("| their seeds | 6 to 7, 9 |");
    assertThat(merged.rows()).isEqualTo(27);
    assertThat(merged.deliveries()).isEqualTo(new ChaosReport.Deliveries(30, 27, 3, 9));
    Tally recovery = merged.recoverySeconds().get("kill-kafka");
    assertThat(recovery.n()).isEqualTo(3);
    assertThat(recovery.median()).isEqualTo(3);
    assertThat(recovery.max()).isEqualTo(10);
    assertThat(recovery.notWithinLimit()).isEqualTo(3);
    assertThat(merged.revived()).isEqualTo(Map.of("gateway-1", 3));
    assertThat(merged.exitCode()).isEqualTo(CliFailure.GOOD);
    assertThat(told).isEmpty();
  }

  @Test
  void aKindIsSkippedOnlyWhereNoPartHadIt() {
    ChaosReport none =
        ChaosReport.empty(5, "abc", Map.of("kill-kafka", "not due", "full-disk", "no tmpfs"));

    assertThat(none.and(schedule(6, "abc", 2)).skipped()).containsOnlyKeys("full-disk");
    assertThat(schedule(6, "abc", 2).and(none).skipped()).containsOnlyKeys("full-disk");
  }

  @Test
  void aPartOfARunThatWasBrokenOffIsNotTakenForAWholeOne() {
    ChaosReport broken = schedule(6, "abc", 2).withIncomplete(List.of("1 of 10 finished"));
    Path file = written("broken.json", broken);

    ChaosReport merged = merge(file, written("whole.json", schedule(7, "abc", 2)));

    assertThat(merged.complete()).isFalse();
    assertThat(merged.schedules()).as("those that were finished").isEqualTo(2);
    assertThat(merged.incomplete()).containsExactly(file + ": 1 of 10 finished");
    assertThat(ReportFiles.markdown(merged))
        .startsWith("**Not a whole report:** " + file + ": 1 of 10 finished");
    assertThat(told).containsExactly("not a whole report: " + file + ": 1 of 10 finished");
    assertThat(merged.exitCode()).isEqualTo(CliFailure.UNDECIDED);
  }

  @Test
  void theSameFileTwiceIsRefusedByWhateverName() throws IOException {
    Path file = written("one.json", schedule(6, "abc", 2));
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

    for (Path again : List.of(file, folder.resolve("./one.json"), link)) {
      assertThatThrownBy(() -> merge(file, again))
          .isInstanceOf(CliFailure.class)
          .hasMessage("--merge has the report " + again + " more than once");
    }
  }

  @Test
  void reportsWithTheSameSeedsAreRefusedWithTheirNamesAndSeeds() {
    ChaosReport first = schedule(5, "abc", 2).and(schedule(6, "abc", 2)).and(schedule(7, "abc", 2));
    ChaosReport second =
        schedule(6, "def", 2).and(schedule(7, "def", 2)).and(schedule(8, "def", 2));
    Path one = written("one.json", first);
    Path two = written("two.json", second);

    assertThatThrownBy(() -> merge(written("other.json", schedule(1, "abc", 2)), one, two))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining(one + " and " + two + " both have schedules of seed 6 to 7");
  }

  @Test
  void mutantsOfTheSameSeedCountOnceToo() {
    Path one = written("one.json", mutants(1));
    Path two = written("two.json", mutants(1));

    assertThatThrownBy(() -> merge(one, two))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining(one + " and " + two + " both have mutants of seed 1");
    assertThat(merge(one, written("schedules.json", schedule(1, "abc", 2))).mutants().total())
        .as("a schedule of that seed is something else")
        .isEqualTo(2);
  }

  @Test
  void reportsOfSeveralCommitsNameEachOnceAndTellWhichIsOfWhich() {
    Path one = written("one.json", schedule(1, "abc", 2));
    Path two = written("two.json", schedule(2, "def+changes", 2));
    Path three = written("three.json", schedule(3, "abc", 2));

    ChaosReport merged = merge(one, two, three);

    assertThat(merged.commit()).isEqualTo("abc, def+changes");
    assertThat(merged.exitCode()).isEqualTo(CliFailure.GOOD);
    assertThat(told)
        .containsExactly(
            "the reports are of 2 commits: abc (%s, %s), def+changes (%s)"
                .formatted(one, three, two));
    assertThat(merge(written("all.json", merged), written("four.json", schedule(4, "def", 2))))
        .extracting(ChaosReport::commit)
        .isEqualTo("abc, def+changes, def");
  }

  @Test
  void aScheduleWithoutAFaultIsNotMergedTwiceEither() {
    ChaosReport none =
        new ScheduleResult(
                6,
                List.of(),
                0,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                TEN,
                0)
            .report(ChaosReport.empty(6, "abc", Map.of()), "again");
    Path one = written("one.json", none);
    Path two = written("two.json", schedule(6, "abc", 2));

    assertThatThrownBy(() -> merge(one, two))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("both have schedules of seed 6");
    ChaosReport merged = merge(one, written("three.json", schedule(7, "abc", 2)));
    assertThat(merged.schedules()).isEqualTo(1);
    assertThat(merged.withoutFault()).containsExactly(6L);
  }

  @Test
  void reportsOfBeforeSchedulesWithoutAFaultWereToldApartAreRead() throws IOException {
    Path runs = Path.of(System.getProperty("hookline.root"), "docs", "runs");
    List<Path> old;
    try (Stream<Path> files = Files.list(runs)) {
      old = files.filter(file -> file.toString().endsWith(".json")).toList();
    }
    assertThat(old).isNotEmpty();
    for (Path file : old) {
      assertThat(merge(file).schedules()).as("%s", file).isPositive();
    }
    ObjectMapper json = new ObjectMapper();
    Path file = written("one.json", schedule(1, "abc", 2));
    ObjectNode without = (ObjectNode) json.readTree(file.toFile());
    without.remove("without_fault");
    json.writeValue(file.toFile(), without);
    assertThat(merge(file)).isEqualTo(schedule(1, "abc", 2));
  }

  @Test
  void aFileThatIsNoReportIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "{\"seed\": 1}");

    assertThatThrownBy(() -> merge(file))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("x.json is no report");
    for (String text : List.of("", "null", "[]", "{")) {
      Path other = Files.writeString(folder.resolve("y.json"), text);
      assertThatThrownBy(() -> merge(other))
          .as("'%s'", text)
          .isInstanceOf(CliFailure.class)
          .hasMessageContaining("y.json is no report");
    }
    assertThatThrownBy(() -> merge(folder.resolve("none.json")))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("cannot read the report");
  }

  /** An empty one would be replaced by the file. */
  @Test
  void aFolderIsNoPlaceForAReport() {
    assertThatThrownBy(() -> ReportFiles.write(ChaosReport.empty(1, "c", Map.of()), folder))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("is a folder: name a file in it");
    assertThat(folder).isEmptyDirectory();
  }
}
