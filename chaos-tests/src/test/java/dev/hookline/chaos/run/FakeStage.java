package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.CorrectWorld;
import dev.hookline.chaos.checker.Findings;
import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.devstack.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A stage on which all goes well, unless a test says otherwise. */
class FakeStage implements Stage {

  /** What was asked of it, in its order. */
  final List<String> asked = new ArrayList<>();

  Findings findings = CorrectWorld.green();
  Function<List<Fault>, List<Done>> nemesis =
      faults -> faults.stream().map(FakeStage::bit).toList();
  final List<Service> services = new ArrayList<>();
  final Deque<OptionalLong> restored = new ArrayDeque<>();
  final List<Instant> recoveriesFrom = new ArrayList<>();
  Optional<Duration> recovery = Optional.of(Duration.ofSeconds(2));
  Optional<String> unsettled = Optional.empty();

  static Done bit(Fault fault) {
    return new Done(fault, true, "seen", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
  }

  @Override
  public Senders senders(long seed) {
    asked.add("senders of " + seed);
    return new Senders() {
      @Override
      public void stop() {
        asked.add("stop");
      }

      @Override
      public int awaitAnswered(Duration limit) {
        asked.add("answers");
        return 0;
      }

      @Override
      public void close() {
        asked.add("close");
      }
    };
  }

  @Override
  public List<Done> strike(List<Fault> faults) {
    asked.add("faults");
    return nemesis.apply(faults);
  }

  @Override
  public List<Service> services() {
    return services;
  }

  @Override
  public OptionalLong restored() {
    return restored.isEmpty() ? OptionalLong.empty() : restored.removeFirst();
  }

  @Override
  public Optional<Duration> awaitRecovery(Instant from) {
    asked.add("recovery");
    recoveriesFrom.add(from);
    return recovery;
  }

  @Override
  public Optional<CompletableFuture<Optional<Duration>>> catchUp(Fault fault) {
    return Optional.empty();
  }

  @Override
  public History history() {
    return findings.history();
  }

  @Override
  public Optional<String> awaitSettled(Duration bound) {
    asked.add("settling");
    return unsettled;
  }

  @Override
  public Tables tables() {
    asked.add("tables");
    return findings.tables();
  }

  @Override
  public Measures measures(long intents, Duration drain, Duration limit) {
    return findings.measures();
  }

  @Override
  public long viewDifference() {
    return 0;
  }
}
