package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.nemesis.FaultKind.Needs;
import dev.hookline.chaos.nemesis.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every kind of fault once, on one stack, under deliveries that go on all the time. The long run,
 * by {@code ./hookline chaos}, has what needs a stack of its own or more time as well: three
 * brokers, a disk that is full, another parallelism.
 */
class ChaosSuiteIT {
  /** One with which an insert of hours is cut, and the answer to one of rejects lost. */
  static final long SEED = 20_268;

  private static final Set<FaultKind> LONG_RUN_ONLY = EnumSet.of(FaultKind.RESCALE);

  /**
   * No {@code ./hookline chaos}, which has other schedules for the same seeds and kinds; and of all
   * modules, since two of them only lay Kafka and Flink into the distribution.
   */
  private static final String REPRODUCE =
      "./hookline test -Dit.test=ChaosSuiteIT -Dtest=none"
          + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false";

  private static final Path ROOT = Path.of(System.getProperty("hookline.root"));

  /** What it has, in the order in which the schedule takes them. */
  static List<FaultKind> kinds() {
    return Arrays.stream(FaultKind.values())
        .filter(kind -> kind.needs() == Needs.ANY || kind.needs() == Needs.ONE_BROKER)
        .filter(kind -> !LONG_RUN_ONLY.contains(kind))
        // Those of the job take longest and go with others: each begins a step.
        .sorted(Comparator.comparing(kind -> !kind.touches().contains(Resource.JOB)))
        .toList();
  }

  @Test
  void everyKindOfFaultBitesAndLosesDoublesAndInventsNothing() throws InterruptedException {
    List<FaultKind> kinds = kinds();
    ChaosSettings settings =
        new ChaosSettings(
            SEED,
            1,
            Optional.empty(),
            kinds,
            Duration.ofSeconds(30),
            ChaosSettings.PER_SECOND,
            ROOT,
            Path.of(System.getProperty("hookline.dist")),
            ROOT.resolve("chaos-tests/target/chaos"));

    ChaosReport report =
        new ChaosRun(
                settings,
                Schedules.of(seed -> Schedule.ofEach(seed, kinds), REPRODUCE),
                Session::open,
                System.out::println)
            .run(soFar -> {});

    assertThat(report.failures()).as(ReportFiles.markdown(report)).isEmpty();
    assertThat(report.undecided()).as(ReportFiles.markdown(report)).isEmpty();
    assertThat(report.faults().byKind().keySet())
        .containsExactlyInAnyOrderElementsOf(kinds.stream().map(FaultKind::label).toList());
    assertThat(report.faults().bit()).isEqualTo(report.faults().injected());
    assertThat(report.faults().atOnce()).as("faults that were not alone").isPositive();
    assertThat(report.deliveries().acknowledged()).isPositive();
    assertThat(report.rows()).isPositive();
    assertThat(report.exitCode()).isZero();
  }
}
