package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.checker.Tables;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.nemesis.Done;
import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * What a schedule acts on and looks at. Any of it may fail with an exception that nobody foresees:
 * the parts are in whatever state the faults have left.
 */
interface Stage {

  /** Deliveries begin. */
  Senders senders(long seed);

  /** Does faults at once; returns when all are healed. */
  List<Done> strike(List<Fault> faults) throws InterruptedException;

  /** Every process. */
  List<Service> services();

  /** How often the job was restored from a checkpoint; empty when nobody says so. */
  OptionalLong restored();

  /**
   * Waits for {@link Recoveries#LIMIT} at most until a checkpoint was completed that was triggered
   * after a moment.
   *
   * @return from that moment to its end; empty when there was none
   */
  Optional<Duration> awaitRecovery(Instant from) throws InterruptedException;

  /** Begins to measure how long the job takes until work goes on; empty where that is not done. */
  Optional<CompletableFuture<Optional<Duration>>> catchUp(Fault fault);

  /** What senders did on this stack so far. */
  History history();

  /**
   * Waits until whatever was to come of the log has come.
   *
   * @return empty when settled; else what was missing
   */
  Optional<String> awaitSettled(Duration bound) throws IOException, InterruptedException;

  /** What analysts read. */
  Tables tables();

  /**
   * What is bounded, as {@link Sizes} has it.
   *
   * @param intents how many deliveries there were
   * @param drain how long it took until all had settled
   * @param limit how long that may take
   */
  Measures measures(long intents, Duration drain, Duration limit);

  /** How many blocks the view that can be broken counts otherwise than they lie in the table. */
  long viewDifference();

  /** Deliveries that go on. */
  interface Senders extends AutoCloseable {

    /** No new delivery begins. */
    void stop();

    /**
     * Waits for the final answers.
     *
     * @return how many deliveries were given up
     */
    int awaitAnswered(Duration limit) throws InterruptedException;

    @Override
    void close();
  }
}
