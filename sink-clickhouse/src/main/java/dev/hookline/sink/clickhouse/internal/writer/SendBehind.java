package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends one block at a time beside the task, so that the next is filled while the server works on
 * the one before. Blocks go in the order in which they come, and no more than one is ever under
 * way: who brings the next waits for it.
 *
 * <p>A block that could not be written fails the next call, whichever it is. So nothing may be
 * reported as written before {@link #awaitSent()} has returned.
 *
 * <p>For one thread: the task's.
 */
final class SendBehind implements AutoCloseable {
  private final BlockInserter inserter;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread sender = new Thread(work, "clickhouse-sink-sender");
            sender.setDaemon(true);
            return sender;
          });
  private Future<?> underWay;

  SendBehind(BlockInserter inserter) {
    this.inserter = inserter;
  }

  /**
   * Waits for the block before and hands this one over.
   *
   * @throws IOException if the block before could not be written; then this one is not sent
   */
  void send(SealedBlock block) throws IOException, InterruptedException {
    awaitSent();
    underWay =
        thread.submit(
            () -> {
              inserter.insert(block);
              return null;
            });
  }

  /**
   * Returns when everything that was handed over is in the table.
   *
   * @throws IOException if it could not be written
   */
  void awaitSent() throws IOException, InterruptedException {
    Future<?> present = underWay;
    if (present == null) {
      return;
    }
    try {
      present.get();
      underWay = null;
    } catch (ExecutionException e) {
      // Kept under way: whoever asks again gets the same answer, never a success.
      if (e.getCause() instanceof IOException known) {
        throw known;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IOException("a block was not sent", e.getCause());
    }
  }

  /** Gives up what is under way. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
