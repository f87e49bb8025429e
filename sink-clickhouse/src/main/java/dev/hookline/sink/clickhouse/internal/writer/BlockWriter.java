package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Writes rows in blocks and has none left when a checkpoint is taken, so it needs no state.
 *
 * <p>Rows, checkpoints and the timer, which Flink fires from the mailbox, are all in the task's
 * thread. Only a block that is full is sent beside it, one at a time: while one is under way the
 * next is filled, and then the task waits, and so does the stream behind it: that is the
 * back-pressure, and the bound on what is held in memory. A checkpoint and the timer wait until
 * everything is in the table.
 *
 * @param <T> the stream's type
 */
final class BlockWriter<T> implements SinkWriter<T> {
  private final RowBlocks<T> rows;
  private final SendBehind sending;
  private final SealMetrics metrics;
  private final Pause pause;
  private final ProcessingTimeService timers;
  private final Duration flushInterval;
  private final Runnable closing;

  /** Fires once for the rows that wait; null when none is set. */
  private ScheduledFuture<?> timer;

  BlockWriter(
      RowBlocks<T> rows,
      BlockInserter inserter,
      SealMetrics metrics,
      Pause pause,
      ProcessingTimeService timers,
      Duration flushInterval,
      Runnable closing) {
    this.rows = rows;
    this.sending = new SendBehind(inserter);
    this.metrics = metrics;
    this.pause = pause;
    this.timers = timers;
    this.flushInterval = flushInterval;
    this.closing = closing;
  }

  @Override
  public void write(T value, Context context) throws IOException, InterruptedException {
    send(rows.add(value));
    if (timer == null && !rows.isEmpty()) {
      timer =
          timers.registerTimer(
              timers.getCurrentProcessingTime() + flushInterval.toMillis(), time -> onTimer());
    }
  }

  /** At every checkpoint, and at the end of the input, where no timer fires any more. */
  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    sendAll();
  }

  private void onTimer() throws IOException, InterruptedException {
    timer = null;
    sendAll();
  }

  private void sendAll() throws IOException, InterruptedException {
    send(rows.sealAll());
    long begun = pause.nanoTime();
    sending.awaitSent();
    heldBackSince(begun);
  }

  private void send(List<SealedBlock> blocks) throws IOException, InterruptedException {
    for (SealedBlock block : blocks) {
      metrics.sealed(block);
      long begun = pause.nanoTime();
      sending.send(block);
      heldBackSince(begun);
    }
  }

  private void heldBackSince(long begun) {
    metrics.heldBack(Duration.ofNanos(pause.nanoTime() - begun).toMillis());
  }

  @Override
  public void close() {
    if (timer != null) {
      timer.cancel(false);
    }
    sending.close();
    closing.run();
  }
}
