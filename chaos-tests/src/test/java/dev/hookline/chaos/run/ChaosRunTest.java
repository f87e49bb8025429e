package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run makes of its schedules, which are scripted: no stack starts. */
class ChaosRunTest {
  private static final long FIRST = 5;

  @TempDir Path temp;
  private final List<Scripted> opened = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Function<Long, ScheduleResult> script = seed -> good(seed);

  /** A stack of which only the folder is there. */
  private final class Scripted implements RunningStack {
    private final StackPlan plan;
    private final List<Long> served = new ArrayList<>();
    private boolean closed;

    Scripted(StackPlan plan) {
      this.plan = plan;
      write("logs/kafka.log", "a line");
      write("history.jsonl", "{}");
    }

    private void write(String name, String text) {
      try {
        Path file = plan.folder().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public StackPlan plan() {
      return plan;
    }

    @Override
    public ScheduleResult run(
        Schedule schedule, ChaosSettings settings, Consumer<String> progress) {
      served.add(schedule.seed());
      return script.apply(schedule.seed());
    }

    @Override
    public EvidenceSource evidence() {
      return EvidenceSource.notStarted(plan);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static ScheduleResult result(
      long seed, List<Violation> violations, Optional<String> undecided, List<String> traces) {
    Fault fault = new Fault(FaultKind.FLUSH_REDIS, 1, Duration.ZERO, Duration.ZERO);
    return new ScheduleResult(
        seed,
        List.of(new Done(fault, true, "seen", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH)),
        0,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        violations,
        undecided,
        traces,
        new ChaosReport.Deliveries(10, 9, 1, 2),
        9);
  }

  private static ScheduleResult good(long seed) {
    return result(seed, List.of(), Optional.empty(), List.of());
  }

  private ChaosReport run(int schedules, FaultKind... kinds) throws InterruptedException {
    ChaosSettings settings =
        new ChaosSettings(
            FIRST,
            schedules,
            Optional.empty(),
            List.of(kinds),
            Duration.ofSeconds(1),
            1,
            temp,
            temp.resolve("dist"),
            temp.resolve("chaos"));
    RunningStack.Opening opening =
        (plan, progress) -> {
          opened.add(new Scripted(plan));
          return opened.get(opened.size() - 1);
        };
    return new ChaosRun(settings, Schedules.of(settings), opening, told::add).run(soFar -> {});
  }

  private List<List<Long>> served() {
    return opened.stream().map(one -> one.served).toList();
  }

  @Test
  void aViolationIsWrongLeavesEvidenceAndTheNextScheduleAFreshStack() throws Exception {
    script =
        seed ->
            seed == FIRST + 1
                ? result(
                    seed,
                    List.of(new Violation("NoLoss", "acme:github:x", "is missing")),
                    Optional.of("savepoint did not bite"),
                    List.of("DevStackException: the job does not run\n\tat JobWorkers"))
                : good(seed);

    ChaosReport report = run(3, FaultKind.FLUSH_REDIS);

    String again = "./hookline chaos --seed 5 --schedules 2 --faults flush-redis";
    assertThat(report.exitCode()).isEqualTo(CliFailure.WRONG);
    assertThat(report.lost()).isEqualTo(1);
    assertThat(report.failures())
        .containsExactly(
            new ChaosReport.Finding(FIRST + 1, "NoLoss", "acme:github:x: is missing", again));
    assertThat(report.seeds()).containsExactly(FIRST, FIRST + 1, FIRST + 2);
    assertThat(report.deliveries().sent()).as("of each stack once, at its end").isEqualTo(20);
    Path kept = temp.resolve("chaos/6");
    assertThat(kept.resolve("findings.txt"))
        .content()
        .contains("acme:github:x")
        .contains("savepoint did not bite")
        .contains("\tat JobWorkers");
    assertThat(kept.resolve("reproduce.txt")).hasContent(again);
    assertThat(kept.resolve("logs/kafka.log")).hasContent("a line");
    assertThat(served()).containsExactly(List.of(FIRST, FIRST + 1), List.of(FIRST + 2));
    assertThat(opened).allMatch(one -> one.closed);
    assertThat(temp.resolve("chaos/5")).doesNotExist();
    assertThat(temp.resolve("chaos/7")).doesNotExist();
  }

  @Test
  void aScheduleThatWasNotDecidedLeavesEvidenceAndAFreshStackToo() throws Exception {
    script =
        seed ->
            seed == FIRST
                ? result(seed, List.of(), Optional.of("it did not bite"), List.of())
                : good(seed);

    ChaosReport report = run(2, FaultKind.FLUSH_REDIS);

    assertThat(report.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(temp.resolve("chaos/5/findings.txt")).hasContent("it did not bite");
    assertThat(served()).containsExactly(List.of(FIRST), List.of(FIRST + 1));
  }

  @Test
  void aScheduleThatBrokeOffLeavesWhereItDidAndTheRunGoesOn() throws Exception {
    script =
        seed -> {
          if (seed == FIRST) {
            throw new DevStackException("nobody foresaw this");
          }
          return good(seed);
        };

    ChaosReport report = run(2, FaultKind.FLUSH_REDIS);

    assertThat(report.exitCode()).isEqualTo(CliFailure.UNDECIDED);
    assertThat(report.seeds()).containsExactly(FIRST + 1);
    assertThat(temp.resolve("chaos/5/findings.txt"))
        .content()
        .contains("the schedule broke off")
        .contains("nobody foresaw this")
        .contains("\tat ");
    assertThat(served()).containsExactly(List.of(FIRST), List.of(FIRST + 1));
  }

  @Test
  void aStackServesTwentyFiveSchedules() throws InterruptedException {
    ChaosReport report = run(26, FaultKind.FLUSH_REDIS);

    assertThat(report.exitCode()).isEqualTo(CliFailure.GOOD);
    assertThat(report.schedules()).isEqualTo(26);
    assertThat(served()).extracting(List::size).containsExactly(25, 1);
  }

  @Test
  void aStackIsLeftForOneWithOtherBrokers() throws InterruptedException {
    // seeds 23 and 24 of each 25 have three
    run(20, FaultKind.FLUSH_REDIS, FaultKind.KILL_LEADER);

    assertThat(opened).extracting(one -> one.plan.brokers()).containsExactly(1, 3);
    assertThat(opened.get(1).served).containsExactly(23L, 24L);
  }

  @Test
  void aKindThatWasNamedAndThatNoScheduleHadIsSaid() throws InterruptedException {
    ChaosReport report = run(3, FaultKind.KILL_LEADER, FaultKind.FLUSH_REDIS);

    String why =
        "no schedule had it, which among others only seeds of 23 and up modulo 25 have; name it"
            + " alone";
    assertThat(report.skipped()).isEqualTo(Map.of("kill-leader", why));
    assertThat(told).contains("[seed 5] kill-leader: " + why);
    assertThat(report.exitCode())
        .as("as for a disk that cannot be mounted")
        .isEqualTo(CliFailure.GOOD);
  }

  @Test
  void whoNamesNoKindTakesWhatTheSeedsHave() throws InterruptedException {
    ChaosReport report = run(1, FaultKind.values());

    assertThat(report.undecided()).isEmpty();
    assertThat(report.skipped().keySet())
        .as("but for what this machine cannot do")
        .isSubsetOf(FaultKind.FULL_DISK.label());
  }
}
