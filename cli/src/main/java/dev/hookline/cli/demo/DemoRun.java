package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.Console;
import dev.hookline.cli.Progress;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.WebhookClient;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.Lag;
import dev.hookline.cli.stack.Part;
import dev.hookline.cli.stack.Supervisor;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/** One demo on a running stack: bad deliveries, the workload with a kill in it, then the checks. */
final class DemoRun {

  private static final double KILL_AFTER_SHARE = 0.3;
  private static final Duration LAG_AFTER = Duration.ofSeconds(30);
  private static final Duration LAG_LIMIT = Duration.ofSeconds(60);

  private final Supervisor stack;
  private final ClickHouseHttp analyst;
  private final Function<Delivery, String> secretOf;
  private final Supplier<Audited> audit;
  private final Console console;

  /**
   * An audit's result.
   *
   * @param json its own JSON
   * @param exitCode 0 good, 1 wrong, 2 could not decide
   */
  record Audited(JsonNode json, int exitCode) {}

  DemoRun(
      Supervisor stack,
      ClickHouseHttp analyst,
      Function<Delivery, String> secretOf,
      Supplier<Audited> audit,
      Console console) {
    this.stack = stack;
    this.analyst = analyst;
    this.secretOf = secretOf;
    this.audit = audit;
    this.console = console;
  }

  /**
   * Runs it.
   *
   * @param bad what the gateway must refuse
   * @param workload what to send
   * @param events how many deliveries
   * @param rate deliveries a second, or 0 for as fast as they are answered
   * @param history the sender's record of it
   * @param startedNanos when the whole began, for the report
   */
  DemoReport run(
      List<BadDeliveries.Bad> bad,
      Workload workload,
      int events,
      double rate,
      History history,
      long startedNanos)
      throws InterruptedException {
    WebhookClient client = new WebhookClient(stack.endpoints().uri(Part.GATEWAY));
    try (Lag lag = new Lag(stack.endpoints().of(Part.KAFKA), stack.flinkRest());
        Sampling sampling = new Sampling(this::pids, () -> lagSeconds(lag))) {
      BadDeliveries.send(bad, client, history);
      List<CheckpointKill.Kill> kills = send(client, workload, events, rate, history, sampling);
      Audited audited = auditNow();
      OptionalDouble lagAfter = lagAfterSending(sampling);
      HistoryRows rows = new HistoryRows(analyst, history);
      HistoryCheck check =
          HistoryCheck.compare(
              history.sent(), history.acknowledged(), history.refused(), rows.byIdentity());
      return new DemoReport(
          history.sent().size(),
          history.acknowledged().size(),
          history.redelivered(),
          history.refused().size(),
          check,
          rows.windowed(),
          rows.late(),
          kills,
          sampling.peakPssMib(),
          sampling.maxLagSeconds(),
          lagAfter,
          (System.nanoTime() - startedNanos) / 1e9,
          audited.json(),
          audited.exitCode());
    }
  }

  private Audited auditNow() {
    try (Progress progress = console.progress("auditing")) {
      progress.at("until what was sent is settled, then Kafka against ClickHouse");
      return audit.get();
    }
  }

  private OptionalDouble lagAfterSending(Sampling sampling) throws InterruptedException {
    try (Progress progress = console.progress("measuring")) {
      progress.at("the lag 30 s after the last delivery");
      return sampling.lagAfterSending(LAG_LIMIT);
    }
  }

  private List<CheckpointKill.Kill> send(
      WebhookClient client,
      Workload workload,
      int events,
      double rate,
      History history,
      Sampling sampling)
      throws InterruptedException {
    Sending sending = new Sending(client, secretOf, history);
    AtomicBoolean over = new AtomicBoolean();
    try (Progress progress = console.progress("sending")) {
      CompletableFuture<List<CheckpointKill.Kill>> killing =
          CompletableFuture.supplyAsync(
              () -> killWhen(() -> over.get() || sending.done() >= events * KILL_AFTER_SHARE));
      progress.at(events + " deliveries; the working TaskManager gets a SIGKILL in a checkpoint");
      try {
        sending.run(workload, events, rate);
      } finally {
        over.set(true);
      }
      sampling.sendingEnded(LAG_AFTER);
      progress.at("all answered; the job recovers from the kill");
      return killing.join();
    } catch (CompletionException e) {
      console.note("the kill failed: " + e.getCause().getMessage());
      return List.of();
    }
  }

  private List<CheckpointKill.Kill> killWhen(Supplier<Boolean> enoughSent) {
    while (!enoughSent.get()) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return new CheckpointKill(
            stack.flinkRest(),
            stack.clickHouse(),
            taskManager -> stack.flink().taskManager(taskManager).kill())
        .run();
  }

  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    pids.add(ProcessHandle.current().pid());
    for (Service service : stack.processes()) {
      pids.add(service.pid());
    }
    return pids;
  }

  private static OptionalDouble lagSeconds(Lag lag) {
    try {
      return OptionalDouble.of(lag.read().age().toMillis() / 1000.0);
    } catch (IOException e) {
      // While a job starts over nobody can tell; the next second may.
      return OptionalDouble.empty();
    }
  }
}
