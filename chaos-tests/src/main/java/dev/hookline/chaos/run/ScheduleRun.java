package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Resource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One schedule on a stack: deliveries, faults, the end of both, settling, and the checks of all
 * that was ever delivered to this stack.
 */
final class ScheduleRun {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(90);

  /** Several recoveries of a machine that is three times slower than a quiet one of two cores. */
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(3);

  private static final Duration POLL = Duration.ofMillis(100);

  private final Stage stage;
  private final Duration traffic;
  private final Consumer<String> progress;
  private final List<Done> done = new ArrayList<>();
  private final Recoveries recoveries = new Recoveries();
  private final Revival revival;
  private final Restarts restarts = new Restarts();
  private final List<String> broken = new ArrayList<>();
  private final List<String> traces = new ArrayList<>();
  private int atOnce;

  /** One of several things that are done whatever became of the others. */
  private interface Part {
    void run() throws IOException, InterruptedException;
  }

  /**
   * @param traffic for how long deliveries come at least
   * @param progress told of each fault
   */
  ScheduleRun(Stage stage, Duration traffic, Consumer<String> progress) {
    this.stage = stage;
    this.traffic = traffic;
    this.progress = progress;
    this.revival = new Revival(progress);
  }

  /** Runs it. Whatever happens on the way is in the result, and the checks are made after it. */
  ScheduleResult run(Schedule schedule) throws InterruptedException {
    attempt("the deliveries", () -> deliverUnderFaults(schedule));
    return check(schedule.seed());
  }

  /** False when it failed, which is noted then. */
  private boolean attempt(String what, Part part) throws InterruptedException {
    try {
      part.run();
      return true;
    } catch (IOException | RuntimeException e) {
      String line = what + " failed: " + e + (e.getCause() == null ? "" : ": " + e.getCause());
      progress.accept(line);
      broken.add(line);
      traces.add(Evidence.text(e));
      if (Thread.interrupted()) {
        // Who was interrupted in a call that cannot say so has failed for that alone.
        throw new InterruptedException(line);
      }
      return false;
    }
  }

  private void deliverUnderFaults(Schedule schedule) throws InterruptedException {
    try (Stage.Senders senders = stage.senders(schedule.seed())) {
      Instant begun = Instant.now();
      attempt("a step of faults", () -> doSteps(schedule.steps(), begun));
      waitUntil(begun.plus(traffic));
      revive(); // who has no part to talk to gets no answer
      senders.stop();
      int givenUp = senders.awaitAnswered(ANSWER_LIMIT);
      if (givenUp > 0) {
        progress.accept(givenUp + " deliveries were given up without a final answer");
      }
    }
  }

  private void doSteps(List<Step> steps, Instant begun) throws InterruptedException {
    for (int i = 0; i < steps.size(); i++) {
      boolean goesOn = doStep(steps.get(i), begun);
      if (!goesOn && i + 1 < steps.size()) {
        broken.add("later faults were not done: " + steps.subList(i + 1, steps.size()));
        return;
      }
    }
  }

  /** False when the stack is not fit for another step. */
  private boolean doStep(Step step, Instant begun) throws InterruptedException {
    waitUntil(begun.plus(step.faults().get(0).after()));
    boolean single = step.faults().size() == 1;
    boolean alone = single && recoveries.clear();
    OptionalLong restoredBefore = stage.restored();
    restarts.look(restoredBefore);
    restarts.end();
    List<Done> healed = stage.strike(step.faults());
    done.addAll(healed);
    atOnce += single ? 0 : healed.size();
    boolean whole = healed.stream().allMatch(one -> one.broken().isEmpty());
    boolean measured = alone && step.withRecovery() && healed.get(0).bit();
    Optional<CompletableFuture<Optional<Duration>>> catchingUp =
        measured ? stage.catchUp(healed.get(0).fault()) : Optional.empty();
    healed.forEach(this::tell);
    if (whole) {
      revive();
    } else {
      startAgain(() -> revival.lookAfterBrokenFault(stage.services()));
    }
    if (whole && !step.withRecovery()) {
      recoveries.notWaitedFor();
      return true;
    }
    boolean recovered = awaitRecovery(healed);
    if (!whole) {
      recoveries.notWaitedFor(); // what is not as before may show in the figures of the next
    }
    catchingUp.ifPresent(one -> recoveries.caughtUp(healed.get(0), one.join()));
    if (measured && !healed.get(0).fault().kind().touches().contains(Resource.JOB)) {
      restarts.watch(healed.get(0).fault().kind().label(), restoredBefore);
      restarts.look(stage.restored());
    }
    return whole || recovered;
  }

  private boolean awaitRecovery(List<Done> healed) throws InterruptedException {
    Optional<Duration> recovery = stage.awaitRecovery(Recoveries.from(healed));
    progress.accept(
        recovery
            .map(time -> "recovered in " + seconds(time) + " s")
            .orElse("no checkpoint was completed in " + Recoveries.LIMIT.toSeconds() + " s"));
    recoveries.recovered(healed, recovery);
    return recovery.isPresent();
  }

  /** A part that does not start again keeps nobody from looking at the others. */
  private void revive() throws InterruptedException {
    startAgain(() -> revival.look(stage.services()));
  }

  private void startAgain(Part look) throws InterruptedException {
    attempt("the start of a part that was down", look);
  }

  private void tell(Done one) {
    one.broken().ifPresent(thrown -> traces.add(Evidence.text(thrown)));
    progress.accept(
        String.format(
            "%s %s in %s s: %s",
            one.fault().kind().label(),
            one.bit() ? "bit and was healed" : "DID NOT BITE",
            seconds(one.lasted()),
            one.evidence()));
  }

  private ScheduleResult check(long seed) throws InterruptedException {
    Checked checked = new Checked();
    Instant from = Instant.now();
    boolean known = attempt("the reading of the history", () -> checked.history = stage.history());
    boolean waited =
        attempt("the wait for settling", () -> checked.unsettled = stage.awaitSettled(DRAIN_LIMIT));
    Duration drain = Duration.between(from, Instant.now());
    restarts.look(stage.restored());
    if (known) {
      attempt("the reading of the tables", () -> checked.tables = Optional.of(stage.tables()));
    }
    attempt("the measures", () -> checked.measure(drain));
    attempt(
        "the comparison of a view",
        () -> checked.viewDifference = OptionalLong.of(stage.viewDifference()));
    revive(); // what ended since must not wait for the next fault
    Verdict verdict =
        Verdict.of(
            new Verdict.Ending(
                done,
                recoveries.late(),
                checked.history,
                checked.unsettled,
                checked.tables,
                checked.measures,
                checked.viewDifference,
                broken));
    progress.accept(
        String.format(
            "%s in %s s: %d events, %d violations",
            waited && checked.unsettled.isEmpty() ? "settled" : "not settled",
            seconds(drain),
            checked.rows(),
            verdict.violations().size()));
    return new ScheduleResult(
        seed,
        done,
        atOnce,
        recoveries.recoveries(),
        recoveries.catchUps(),
        restarts.byKind(),
        revival.byPart(),
        verdict.violations(),
        verdict.undecided().isEmpty()
            ? Optional.empty()
            : Optional.of(String.join("; ", verdict.undecided())),
        traces,
        deliveries(checked.history),
        checked.rows());
  }

  /** What could be read at the end. */
  private final class Checked {
    private History history = History.of(List.of(), List.of());
    private Optional<String> unsettled = Optional.empty();
    private Optional<Tables> tables = Optional.empty();
    private Optional<Measures> measures = Optional.empty();
    private OptionalLong viewDifference = OptionalLong.empty();

    void measure(Duration drain) {
      measures = Optional.of(stage.measures(history.intents().size(), drain, DRAIN_LIMIT));
    }

    long rows() {
      return tables.map(one -> one.events().size()).orElse(0);
    }
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
      if (Thread.interrupted()) {
        throw new InterruptedException("in a schedule");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
