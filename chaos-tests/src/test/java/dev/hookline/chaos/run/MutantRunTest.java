package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.cli.CliFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutantRunTest {
  private static final ChaosReport EMPTY = ChaosReport.empty(1, "abc", Map.of());
  private static final List<Violation> LOST = List.of(new Violation("NoLoss", "x", "is missing"));
  private static final List<Violation> OTHER = List.of(new Violation("DrainedInTime", "x", "y"));

  @TempDir Path folder;

  private interface Outcome {
    List<Violation> of(long seed) throws Exception;
  }

  private record Scripted(String name, List<String> caughtBy, Outcome wrong, Outcome right)
      implements ControlledMutant {

    Scripted(String name, Outcome wrong, Outcome right) {
      this(name, List.of("NoLoss"), wrong, right);
    }

    @Override
    public List<Violation> run(long seed, Path files) throws Exception {
      assertThat(files).isEmptyDirectory();
      Files.writeString(files.resolve("gateway.log"), name + " " + seed);
      return wrong.of(seed);
    }

    @Override
    public List<Violation> control(long seed, Path files) throws Exception {
      assertThat(files).isEmptyDirectory();
      Files.writeString(files.resolve("gateway.log"), "the right one " + seed);
      return right.of(seed);
    }
  }

  private final List<String> told = new ArrayList<>();

  private ChaosReport run(Scripted... mutants) throws InterruptedException {
    return new MutantRun(List.of(mutants), told::add).run(EMPTY, 1, folder.resolve("mutants"));
  }

  @Test
  void oneThatIsCaughtWithALaterSeedIsCaught() throws Exception {
    ChaosReport report =
        run(new Scripted("late", seed -> seed == 3 ? LOST : List.of(), seed -> List.of()));

    assertThat(report.mutants()).isEqualTo(new ChaosReport.Mutants(1, 1, List.of(), List.of(1L)));
    assertThat(report.exitCode()).isEqualTo(CliFailure.GOOD);
  }

  @Test
  void oneThatNobodySeesOrOnlyAnotherCheckerSurvives() throws Exception {
    ChaosReport report =
        run(
            new Scripted("unseen", seed -> List.of(), seed -> List.of()),
            new Scripted("seen by another", seed -> OTHER, seed -> List.of()));

    assertThat(report.mutants().survivors()).containsExactly("unseen", "seen by another");
    assertThat(report.failures())
        .hasSize(2)
        .contains(
            new ChaosReport.Finding(
                1,
                "NoLoss",
                "the mutant unseen survived: it is not seen with the seeds 1 to 3",
                "./hookline chaos --mutants --seed 1"));
    assertThat(ReportFiles.markdown(report)).contains("`./hookline chaos --mutants --seed 1`");
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
  }

  @Test
  void oneThatOnlySomeOfItsCheckersSeeSurvives() throws Exception {
    List<String> both = List.of("NoLoss", "DrainedInTime");
    List<Violation> seenByBoth = List.of(OTHER.get(0), LOST.get(0));
    ChaosReport report =
        run(
            new Scripted("half", both, seed -> seed == 2 ? OTHER : LOST, seed -> List.of()),
            new Scripted("whole", both, seed -> seenByBoth, seed -> List.of()));

    assertThat(report.mutants().survivors()).containsExactly("half");
    assertThat(report.mutants().caught()).isEqualTo(1);
    assertThat(report.failures())
        .singleElement()
        .satisfies(one -> assertThat(one.checker()).isEqualTo("NoLoss and DrainedInTime"));
    assertThat(told)
        .contains(
            "half is not seen by DrainedInTime with seed 1",
            "half is not seen by NoLoss with seed 2",
            "whole is seen by NoLoss and DrainedInTime, seed 1");
  }

  @Test
  void oneThatFailsIsUndecided() throws Exception {
    ChaosReport report =
        run(
            new Scripted(
                "failing",
                seed -> {
                  throw new IllegalStateException("no server");
                },
                seed -> List.of()));

    assertThat(report.mutants()).isEqualTo(new ChaosReport.Mutants(1, 0, List.of(), List.of(1L)));
    assertThat(report.undecided()).hasSize(1);
    assertThat(report.undecided().get(0).text()).contains("failing").contains("no server");
    assertThat(report.exitCode()).isEqualTo(CliFailure.UNDECIDED);
  }

  @Test
  void aRightVersionThatIsRedIsWrongWhateverTheOthersShow() throws Exception {
    ChaosReport report =
        run(
            new Scripted("control", seed -> seed == 2 ? LOST : List.of(), seed -> OTHER),
            new Scripted("good", seed -> LOST, seed -> List.of()));

    assertThat(report.mutants())
        .as("what a red control says of its mutant is nothing")
        .isEqualTo(new ChaosReport.Mutants(2, 1, List.of(), List.of(1L)));
    assertThat(report.undecided()).isEmpty();
    assertThat(report.failures())
        .containsExactly(
            new ChaosReport.Finding(
                2,
                "DrainedInTime",
                "the right version beside the mutant control is red as well: x: y",
                "./hookline chaos --mutants --seed 2"));
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
  }

  @Test
  void theFilesOfOneThatSurvivesAreKeptOverTheNextAndTheNextRun() throws Exception {
    Scripted survivor = new Scripted("unseen", seed -> OTHER, seed -> List.of());
    Scripted caught = new Scripted("good", seed -> LOST, seed -> List.of());
    run(survivor, caught);
    run(caught);

    Path kept = folder.resolve("mutants-unseen-1");
    assertThat(kept.resolve("wrong-1/gateway.log")).hasContent("unseen 1");
    assertThat(kept.resolve("wrong-3/gateway.log")).hasContent("unseen 3");
    assertThat(kept.resolve("reproduce.txt")).hasContent("./hookline chaos --mutants --seed 1");
    assertThat(kept.resolve("findings.txt"))
        .content()
        .startsWith("NoLoss did not see it with any of 3 seeds")
        .contains("wrong-2: 1 violations")
        .contains("DrainedInTime");
    assertThat(told)
        .contains("kept in " + kept + "; again with: ./hookline chaos --mutants --seed 1");
    assertThat(folder.resolve("mutants-good-1")).doesNotExist();
  }

  @Test
  void theFilesOfARedControlAndOfOneThatFailedAreKept() throws Exception {
    run(
        new Scripted("control", seed -> seed == 2 ? LOST : List.of(), seed -> OTHER),
        new Scripted(
            "failing",
            seed -> {
              throw new IllegalStateException("no server");
            },
            seed -> List.of()));

    Path red = folder.resolve("mutants-control-2");
    assertThat(red.resolve("wrong-2/gateway.log")).hasContent("control 2");
    assertThat(red.resolve("right-2/gateway.log")).hasContent("the right one 2");
    assertThat(red.resolve("findings.txt"))
        .content()
        .startsWith("the right version beside it is red as well")
        .contains("right-2: 1 violations");
    assertThat(red.resolve("reproduce.txt")).hasContent("./hookline chaos --mutants --seed 2");
    assertThat(folder.resolve("mutants-failing-1/findings.txt"))
        .content()
        .contains("IllegalStateException: no server");
  }

  @Test
  void theLogsAndReadingsOfTheSharedPartsAreKeptAndNotTheirData() throws Exception {
    Path logs = folder.resolve("mutants/parts/lab/logs");
    Path readings = folder.resolve("mutants/parts/lab/readings/3-right");
    Path data = folder.resolve("mutants/parts/lab/kafka/topic-0");
    Scripted survivor =
        new Scripted(
            "unseen",
            seed -> {
              Files.writeString(Files.createDirectories(logs).resolve("kafka.log"), "a line");
              Files.writeString(Files.createDirectories(readings).resolve("tables.txt"), "a row");
              Files.writeString(Files.createDirectories(data).resolve("00.log"), "a record");
              return List.of();
            },
            seed -> List.of());
    run(survivor);

    assertThat(folder.resolve("mutants-unseen-1/logs/kafka.log")).hasContent("a line");
    assertThat(folder.resolve("mutants-unseen-1/logs/00.log")).doesNotExist();
    assertThat(folder.resolve("mutants-unseen-1/readings/3-right/tables.txt")).hasContent("a row");
  }

  @Test
  void theCommitIsToldBeforeTheFirst() throws Exception {
    run(new Scripted("good", seed -> LOST, seed -> List.of()));

    assertThat(told.get(0)).isEqualTo("1 mutants from seed 1, commit abc");
  }
}
