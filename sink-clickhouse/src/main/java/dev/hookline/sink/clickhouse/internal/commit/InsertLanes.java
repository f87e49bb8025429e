package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.Retries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A committer's connections. Over one of them blocks go in the order in which they were sealed;
 * over several, each takes the next block as soon as it is free, so that the server works on one
 * while another is on its way. A block's token does not care, and which row of a key is the newest
 * its version says.
 *
 * <p>For one thread: the task's.
 */
final class InsertLanes implements AutoCloseable {

  /** Opens a connection once the table was looked at. */
  @FunctionalInterface
  interface Opening {
    InsertLane open() throws IOException, InterruptedException;
  }

  private final Opening opening;
  private final int most;
  private final List<InsertLane> lanes = new ArrayList<>();
  private ExecutorService threads;

  /**
   * Nothing is opened before there is a block to send.
   *
   * @param most connections, at least 1
   */
  InsertLanes(Opening opening, int most) {
    this.opening = opening;
    this.most = most;
  }

  /**
   * Returns when all blocks are in the table. Otherwise some of them may be, and those that are
   * known to be were told of.
   *
   * @param written told of each block that is in the table; from any thread, several at once
   * @throws IOException the first failure, others suppressed in it
   */
  void insert(Collection<SealedBlock> blocks, Consumer<SealedBlock> written)
      throws IOException, InterruptedException {
    int needed = Math.min(most, blocks.size());
    while (lanes.size() < needed) {
      lanes.add(opening.open());
    }
    Queue<SealedBlock> waiting = new ConcurrentLinkedQueue<>(blocks);
    AtomicBoolean failed = new AtomicBoolean();
    if (needed == 1) {
      send(lanes.get(0).inserter(), waiting, failed, written);
      return;
    }
    if (threads == null) {
      threads = Executors.newFixedThreadPool(most, InsertLanes::thread);
    }
    List<Future<?>> running = new ArrayList<>();
    for (InsertLane lane : lanes.subList(0, needed)) {
      running.add(
          threads.submit(
              () -> {
                send(lane.inserter(), waiting, failed, written);
                return null;
              }));
    }
    awaitAll(running);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "clickhouse-sink-lane");
    thread.setDaemon(true);
    return thread;
  }

  /** The budget is one for all blocks of a lane; lanes run beside each other, so time is one. */
  private static void send(
      BlockInserter inserter,
      Queue<SealedBlock> waiting,
      AtomicBoolean failed,
      Consumer<SealedBlock> written)
      throws IOException, InterruptedException {
    Retries retries = inserter.newBudget();
    boolean done = false;
    try {
      while (!failed.get()) {
        SealedBlock block = waiting.poll();
        if (block == null) {
          break;
        }
        inserter.insert(block, retries);
        written.accept(block);
      }
      done = true;
    } finally {
      if (!done) {
        failed.set(true);
      }
    }
  }

  private static void awaitAll(List<Future<?>> running) throws IOException, InterruptedException {
    IOException first = null;
    try {
      for (Future<?> one : running) {
        try {
          one.get();
        } catch (ExecutionException e) {
          first = joined(first, e.getCause());
        }
      }
    } finally {
      // Ends those that still run when this wait was interrupted; does nothing to the others.
      running.forEach(one -> one.cancel(true));
    }
    if (first != null) {
      throw first;
    }
  }

  private static IOException joined(IOException first, Throwable next) {
    if (next instanceof Error error) {
      throw error;
    }
    IOException failure =
        next instanceof IOException known ? known : new IOException("a block was not sent", next);
    if (first == null) {
      return failure;
    }
    first.addSuppressed(failure);
    return first;
  }

  /** Cuts what is under way. */
  @Override
  public void close() {
    if (threads != null) {
      threads.shutdownNow();
    }
    lanes.forEach(InsertLane::close);
  }
}
