package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.cli.CliFailure;
import java.nio.file.Path;
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

  private record Scripted(String name, Outcome wrong, Outcome right) implements ControlledMutant {
    @Override
    public String caughtBy() {
      return "NoLoss";
    }

    @Override
    public List<Violation> run(long seed, Path files) throws Exception {
      assertThat(files).isEmptyDirectory();
      return wrong.of(seed);
    }

    @Override
    public List<Violation> control(long seed, Path files) throws Exception {
      return right.of(seed);
    }
  }

  private ChaosReport run(Scripted... mutants) throws InterruptedException {
    return new MutantRun(List.of(mutants), line -> {}).run(EMPTY, 1, folder.resolve("mutants"));
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
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
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
}
