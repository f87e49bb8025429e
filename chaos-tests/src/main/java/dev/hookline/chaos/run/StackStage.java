package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.Nemesis;
import dev.hookline.chaos.nemesis.Resource;
import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.chaos.tables.TablesReader;
import dev.hookline.chaos.workload.Traffic;
import dev.hookline.chaos.workload.TrafficSettings;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A running stack. */
final class StackStage implements Stage {

  private static final Duration LONGEST_TRAFFIC = Duration.ofMinutes(30);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Session session;
  private final ChaosStack stack;
  private final double perSecond;
  private final Nemesis nemesis;

  /**
   * @param perSecond how many deliveries begin in a second
   */
  StackStage(Session session, double perSecond) {
    this.session = session;
    this.stack = session.stack();
    this.perSecond = perSecond;
    this.nemesis =
        new Nemesis(stack, () -> session.history().operations(), new FaultLines(session.log()));
  }

  @Override
  public Senders senders(long seed) {
    Traffic traffic =
        new Traffic(
            TrafficSettings.of(seed, 0)
                .withOrgs(stack.plan().orgs())
                .withExamples(session.examples())
                .lasting(LONGEST_TRAFFIC, perSecond),
            stack.gatewayAddresses(),
            StackPlan::secret,
            session.log());
    traffic.start();
    return new Senders() {
      @Override
      public void stop() {
        traffic.stop();
      }

      @Override
      public int awaitAnswered(Duration limit) throws InterruptedException {
        return traffic.awaitAnswered(limit);
      }

      @Override
      public void close() {
        traffic.close();
      }
    };
  }

  @Override
  public List<Done> strike(List<Fault> faults) throws InterruptedException {
    return nemesis.run(faults);
  }

  @Override
  public List<Service> services() {
    return stack.services();
  }

  @Override
  public OptionalLong restored() {
    return restored(stack.flink());
  }

  /** Empty when Flink does not answer or has no job. */
  static OptionalLong restored(FlinkRest flink) {
    try {
      Optional<FlinkRest.Job> job = flink.job();
      return job.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(flink.checkpoints(job.get().id()).restored());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public Optional<Duration> awaitRecovery(Instant from) throws InterruptedException {
    Instant deadline = Instant.now().plus(Recoveries.LIMIT);
    Optional<Duration> recovery = session.checkpoints().recovery(from);
    while (recovery.isEmpty() && Instant.now().isBefore(deadline)) {
      if (Thread.interrupted()) {
        throw new InterruptedException("while waiting for a recovery");
      }
      LockSupport.parkNanos(POLL.toNanos());
      recovery = session.checkpoints().recovery(from);
    }
    return recovery;
  }

  @Override
  public Optional<CompletableFuture<Optional<Duration>>> catchUp(Fault fault) {
    CatchUp catchUp = new CatchUp(stack);
    boolean single = fault.kind().touches().size() == 1;
    if (single && fault.kind().touches().contains(Resource.KAFKA)) {
      return Optional.of(CompletableFuture.supplyAsync(catchUp::ofKafka));
    }
    if (single && fault.kind().touches().contains(Resource.CLICKHOUSE)) {
      return Optional.of(CompletableFuture.supplyAsync(catchUp::ofClickHouse));
    }
    return Optional.empty();
  }

  @Override
  public History history() {
    return session.history();
  }

  @Override
  public Optional<String> awaitSettled(Duration bound) throws IOException, InterruptedException {
    return new Settled(stack).await(bound);
  }

  @Override
  public Tables tables() {
    return new TablesReader(stack.sql(), TablesReader.MOST_ROWS).read();
  }

  @Override
  public Measures measures(long intents, Duration drain, Duration limit) {
    return Sizes.of(session, intents, drain.toMillis() / 1000.0, limit.toMillis() / 1000.0);
  }

  @Override
  public long viewDifference() {
    return new BreakableView(stack.sql()).difference();
  }
}
