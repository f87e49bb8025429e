package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.sink.OperatorTask.Checkpoint;
import dev.hookline.devstack.proxy.OneTimeFault;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.sink.clickhouse.DeliveryMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Sink;

/** A task that dies, a connection that is cut, an answer that is lost. */
final class SinkScenarios {
  private static final int EVENTS = 160;

  private SinkScenarios() {}

  /** Where a scenario cuts its events in two. */
  static int cut(Random random, int events) {
    return events / 3 + random.nextInt(events / 3);
  }

  private static Deliveries deliveries(Random random) {
    return Deliveries.toTheEventsOnly(random.nextLong(), EVENTS);
  }

  /** A task dies after a checkpoint; what its writer had in memory at the barrier is gone. */
  static Deliveries plainList(World world, Random random, Version version) throws Exception {
    int full = 50;
    // The list is not empty at the barrier, and is at the end: what is missing then was lost here.
    int cut = full + 1 + random.nextInt(full - 1);
    Deliveries deliveries = Deliveries.toTheEventsOnly(random.nextLong(), cut + full);
    List<NormalizedEvent> events = deliveries.events();
    Sink<NormalizedEvent> sink =
        version == Version.WRONG
            ? new PlainListSink(world.inserts(), full)
            : world.events().maxBlockRows(full).build();
    Checkpoint completed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.checkpoint(1);
    }
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.restore(sink, completed)) {
      task.write(events.subList(cut, cut + full));
      task.checkpoint(2);
    }
    return deliveries;
  }

  /** A task dies after the barrier and before the checkpoint has completed: rows are read again. */
  static Deliveries insertedAtTheBarrier(World world, Random random, Version version)
      throws Exception {
    Deliveries deliveries = deliveries(random);
    List<NormalizedEvent> events = deliveries.events();
    int cut = cut(random, EVENTS);
    int read = cut + (EVENTS - cut) / 2;
    Sink<NormalizedEvent> sink =
        world
            .events()
            .deliveryMode(
                version == Version.WRONG ? DeliveryMode.AT_LEAST_ONCE : DeliveryMode.EXACTLY_ONCE)
            .build();
    Checkpoint completed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.checkpoint(1);
      task.write(events.subList(cut, read));
      task.barrier(2);
    }
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.restore(sink, completed)) {
      task.write(events.subList(cut, EVENTS));
      task.checkpoint(2);
    }
    return deliveries;
  }

  /** The server has the block and its answer is lost. */
  static Deliveries blockRebuilt(World world, Random random, Version version) throws Exception {
    Deliveries deliveries = deliveries(random);
    PlainInserts inserts = world.inserts();
    Sink<NormalizedEvent> sink =
        version == Version.WRONG
            ? new SmallSink(
                (checkpoint, subtask) -> UUID.randomUUID(), piece -> rebuild(inserts, piece))
            : world.events().build();
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(deliveries.events());
      task.barrier(1);
      OneTimeFault fault = world.proxy().swallowAnswer(World.INSERT);
      task.complete(1);
      mustHaveBitten(fault);
    }
    return deliveries;
  }

  /** Makes a block of the rows anew at each attempt. */
  private static void rebuild(PlainInserts inserts, SmallSink.Piece piece)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      UUID block = UUID.randomUUID();
      try {
        inserts.insert("normalized_events", piece.rowsOf(block), block.toString());
        return;
      } catch (IOException e) {
        if (attempt == 3) {
          throw e;
        }
      }
    }
  }

  /** The job is started without its state; checkpoints are numbered from 1 again. */
  static Deliveries tokenFromCheckpoint(World world, Random random, Version version)
      throws Exception {
    Deliveries deliveries = deliveries(random);
    List<NormalizedEvent> events = deliveries.events();
    int cut = cut(random, EVENTS);
    PlainInserts inserts = world.inserts();
    Sink<NormalizedEvent> sink =
        version == Version.WRONG
            ? new SmallSink(
                SinkScenarios::tokenOf,
                piece ->
                    inserts.insert(
                        "normalized_events", piece.rowsOf(piece.token()), piece.token().toString()))
            : world.events().build();
    for (List<NormalizedEvent> part :
        List.of(events.subList(0, cut), events.subList(cut, EVENTS))) {
      try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
        task.write(part);
        task.checkpoint(1);
      }
    }
    return deliveries;
  }

  private static UUID tokenOf(long checkpoint, int subtask) {
    return UUID.nameUUIDFromBytes((checkpoint + "-" + subtask).getBytes(StandardCharsets.UTF_8));
  }

  /** The server is away for longer than the sink tries; then it is back. */
  static Deliveries failureSignalled(World world, Random random, Version version) throws Exception {
    return outage(world, random, version, WrongCommitterSink.Fault.SIGNALS_FAILURES);
  }

  /** The same, and the task dies between the next checkpoint and its commit. */
  static Deliveries failureKeptInMemory(World world, Random random, Version version)
      throws Exception {
    return outage(world, random, version, WrongCommitterSink.Fault.KEEPS_FAILURES_IN_MEMORY);
  }

  private static Deliveries outage(
      World world, Random random, Version version, WrongCommitterSink.Fault fault)
      throws Exception {
    Deliveries deliveries = deliveries(random);
    List<NormalizedEvent> events = deliveries.events();
    int cut = cut(random, EVENTS);
    Sink<NormalizedEvent> right = world.events().retryBudget(Duration.ofMillis(200)).build();
    Sink<NormalizedEvent> sink =
        version == Version.WRONG ? WrongCommitterSink.around(right, fault) : right;
    Checkpoint completed;
    boolean failed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.barrier(1);
      failed = failsWithoutServer(world, task, 1);
      if (!failed) {
        // Nobody has noticed, so the job goes on.
        task.write(events.subList(cut, EVENTS));
        completed = task.barrier(2);
      }
    }
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.restore(sink, completed)) {
      if (failed) {
        task.write(events.subList(cut, EVENTS));
        task.checkpoint(2);
      }
    }
    return deliveries;
  }

  private static boolean failsWithoutServer(
      World world, OperatorTask<NormalizedEvent, ?> task, long checkpoint) throws Exception {
    long before = world.proxy().connectionsMade();
    world.proxy().cut();
    boolean failed;
    try {
      failed = fails(task, checkpoint);
    } finally {
      world.proxy().pass();
    }
    if (world.proxy().connectionsMade() == before) {
      throw new IllegalStateException("the fault did not bite: nobody asked for the server");
    }
    return failed;
  }

  private static boolean fails(OperatorTask<NormalizedEvent, ?> task, long checkpoint)
      throws Exception {
    try {
      task.complete(checkpoint);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** A task dies when the checkpoint has completed, before its blocks are committed. */
  static Deliveries restoredNotCommitted(World world, Random random, Version version)
      throws Exception {
    Deliveries deliveries = deliveries(random);
    List<NormalizedEvent> events = deliveries.events();
    int cut = cut(random, EVENTS);
    Sink<NormalizedEvent> right = world.events().build();
    Sink<NormalizedEvent> sink =
        version == Version.WRONG
            ? WrongCommitterSink.around(right, WrongCommitterSink.Fault.SKIPS_RESTORED)
            : right;
    Checkpoint completed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.barrier(1);
    }
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.restore(sink, completed)) {
      task.write(events.subList(cut, EVENTS));
      task.checkpoint(2);
    }
    return deliveries;
  }

  static void mustHaveBitten(OneTimeFault fault) {
    if (!fault.bit()) {
      throw new IllegalStateException("the fault did not bite: " + fault);
    }
  }
}
