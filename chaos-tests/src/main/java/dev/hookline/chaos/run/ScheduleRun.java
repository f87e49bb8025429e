package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Checkers;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.Nemesis;
import dev.hookline.chaos.nemesis.Resource;
import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.chaos.tables.TablesReader;
import dev.hookline.chaos.workload.Traffic;
import dev.hookline.chaos.workload.TrafficSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One schedule on a stack: deliveries, faults, the end of both, settling, and the checks of all
 * that was ever delivered to this stack.
 */
final class ScheduleRun {

  private static final Duration LONGEST_TRAFFIC = Duration.ofMinutes(30);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(90);

  /** Several recoveries of a machine that is three times slower than a quiet one of two cores. */
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(3);

  private static final Duration POLL = Duration.ofMillis(100);

  private final Session session;
  private final ChaosSettings settings;
  private final Consumer<String> progress;
  private final List<Done> done = new ArrayList<>();
  private final Recoveries recoveries = new Recoveries();
  private final Revival revival;
  private final Map<String, Integer> restarts = new TreeMap<>();
  private int atOnce;

  /**
   * @param progress told of each fault
   */
  ScheduleRun(Session session, ChaosSettings settings, Consumer<String> progress) {
    this.session = session;
    this.settings = settings;
    this.progress = progress;
    this.revival = new Revival(progress);
  }

  /** Runs it. Whatever happens on the way is in the result, with all faults healed. */
  ScheduleResult run(Schedule schedule) throws InterruptedException {
    session.countSchedule();
    List<String> undecided = new ArrayList<>();
    try (Traffic traffic =
        new Traffic(
            TrafficSettings.of(schedule.seed(), 0)
                .withOrgs(session.stack().plan().orgs())
                .withExamples(session.examples())
                .lasting(LONGEST_TRAFFIC, settings.perSecond()),
            session.stack().gatewayAddresses(),
            StackPlan::secret,
            session.log())) {
      Instant begun = Instant.now();
      traffic.start();
      Nemesis nemesis =
          new Nemesis(
              session.stack(),
              () -> session.history().operations(),
              new FaultLines(session.log()));
      for (Step step : schedule.steps()) {
        doStep(nemesis, step, begun);
      }
      waitUntil(begun.plus(settings.traffic()));
      revival.look(session.stack().services()); // who has no part to talk to gets no answer
      traffic.stop();
      int givenUp = traffic.awaitAnswered(ANSWER_LIMIT);
      if (givenUp > 0) {
        progress.accept(givenUp + " deliveries were given up without a final answer");
      }
    } catch (IllegalStateException e) {
      undecided.add(e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause()));
    }
    done.stream()
        .filter(one -> !one.bit())
        .forEach(one -> undecided.add(one.fault() + " did not bite: " + one.evidence()));
    return check(schedule.seed(), undecided);
  }

  private void doStep(Nemesis nemesis, Step step, Instant begun) throws InterruptedException {
    waitUntil(begun.plus(step.faults().get(0).after()));
    boolean single = step.faults().size() == 1;
    boolean alone = single && recoveries.clear();
    long restoredBefore = alone ? restored() : 0;
    List<Done> healed = nemesis.run(step.faults());
    done.addAll(healed);
    atOnce += single ? 0 : healed.size();
    boolean measured = alone && step.withRecovery() && healed.get(0).bit();
    Optional<CompletableFuture<Optional<Duration>>> catchingUp =
        measured ? catchUp(healed.get(0).fault()) : Optional.empty();
    healed.forEach(this::tell);
    revival.look(session.stack().services());
    if (!step.withRecovery()) {
      recoveries.notWaitedFor();
      return;
    }
    Optional<Duration> recovery = awaitRecovery(healed.get(healed.size() - 1));
    progress.accept(
        recovery
            .map(time -> "recovered in " + seconds(time) + " s")
            .orElse("no checkpoint was completed in " + Recoveries.LIMIT.toSeconds() + " s"));
    recoveries.recovered(healed, recovery);
    catchingUp.ifPresent(one -> recoveries.caughtUp(healed.get(0), one.join()));
    if (measured && !healed.get(0).fault().kind().touches().contains(Resource.JOB)) {
      String kind = healed.get(0).fault().kind().label();
      restarts.merge(kind, restored() > restoredBefore ? 1 : 0, Integer::sum);
    }
  }

  /** Empty where none is measured. */
  private Optional<CompletableFuture<Optional<Duration>>> catchUp(Fault fault) {
    CatchUp catchUp = new CatchUp(session.stack());
    boolean single = fault.kind().touches().size() == 1;
    if (single && fault.kind().touches().contains(Resource.KAFKA)) {
      return Optional.of(CompletableFuture.supplyAsync(catchUp::ofKafka));
    }
    if (single && fault.kind().touches().contains(Resource.CLICKHOUSE)) {
      return Optional.of(CompletableFuture.supplyAsync(catchUp::ofClickHouse));
    }
    return Optional.empty();
  }

  private void tell(Done one) {
    progress.accept(
        String.format(
            "%s %s in %s s: %s",
            one.fault().kind().label(),
            one.bit() ? "bit and was healed" : "DID NOT BITE",
            seconds(one.lasted()),
            one.evidence()));
  }

  private long restored() {
    try {
      Optional<dev.hookline.cli.stack.FlinkRest.Job> job = session.stack().flink().job();
      return job.isEmpty() ? 0 : session.stack().flink().checkpoints(job.get().id()).restored();
    } catch (IOException e) {
      return 0;
    }
  }

  private Optional<Duration> awaitRecovery(Done one) throws InterruptedException {
    Instant deadline = Instant.now().plus(Recoveries.LIMIT);
    Optional<Duration> recovery = session.checkpoints().recovery(one.recoveryFrom());
    while (recovery.isEmpty() && Instant.now().isBefore(deadline)) {
      pause();
      recovery = session.checkpoints().recovery(one.recoveryFrom());
    }
    return recovery;
  }

  private ScheduleResult check(long seed, List<String> undecided) throws InterruptedException {
    Instant from = Instant.now();
    History history = session.history();
    List<Violation> violations = new ArrayList<>(recoveries.late());
    violations.addAll(Unanswered.in(history));
    long rows = 0;
    try {
      Optional<String> missing = new Settled(session.stack()).await(DRAIN_LIMIT);
      double drain = Duration.between(from, Instant.now()).toMillis() / 1000.0;
      missing.ifPresent(
          why -> violations.add(new Violation("DrainedInTime", "drain", "not settled: " + why)));
      Tables tables = new TablesReader(session.stack().sql(), TablesReader.MOST_ROWS).read();
      rows = tables.events().size();
      Measures measures =
          Sizes.of(session, history.intents().size(), drain, DRAIN_LIMIT.toMillis() / 1000.0);
      violations.addAll(Checkers.check(Checkers.all(), new Findings(history, tables, measures)));
      long difference = new BreakableView(session.stack().sql()).difference();
      if (difference != 0) {
        violations.add(
            new Violation(
                "ViewsAgree",
                BreakableView.TARGET,
                difference + " blocks are counted otherwise than they lie in the table"));
      }
      revival.look(session.stack().services()); // what ended since must not wait for the next fault
      progress.accept(
          String.format(
              "settled in %.1f s: %d events, %d violations", drain, rows, violations.size()));
    } catch (IOException | RuntimeException e) {
      undecided.add("the checks could not be made: " + e);
    }
    return new ScheduleResult(
        seed,
        done,
        atOnce,
        recoveries.recoveries(),
        recoveries.catchUps(),
        restarts,
        revival.byPart(),
        violations,
        undecided.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", undecided)),
        deliveries(history),
        rows);
  }

  private static ChaosReport.Deliveries deliveries(History history) {
    long attempts = history.operations().size();
    long sent =
        history.intents().stream().filter(one -> attempted(history, one.identity())).count();
    long acknowledged = history.acknowledged().size();
    return new ChaosReport.Deliveries(
        sent, acknowledged, history.possible().size() - acknowledged, attempts - sent);
  }

  private static boolean attempted(History history, String identity) {
    return !history.operations(identity).isEmpty();
  }

  private static String seconds(Duration time) {
    return String.format("%.1f", time.toMillis() / 1000.0);
  }

  private static void waitUntil(Instant moment) throws InterruptedException {
    while (Instant.now().isBefore(moment)) {
      pause();
    }
  }

  private static void pause() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("in a schedule");
    }
    LockSupport.parkNanos(POLL.toNanos());
  }
}
