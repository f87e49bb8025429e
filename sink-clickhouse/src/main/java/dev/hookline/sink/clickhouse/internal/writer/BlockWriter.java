package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.InvalidRowException;
import dev.hookline.sink.clickhouse.PartitionKey;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Writes rows in blocks and has none left when a checkpoint is taken, so it needs no state.
 *
 * <p>Everything runs in the task's thread: rows, checkpoints, and the timer, which Flink fires from
 * the mailbox. While a block waits for its server the task waits too, and so does the stream behind
 * it: that is the back-pressure, and the bound on what is held in memory.
 *
 * @param <T> the stream's type
 */
final class BlockWriter<T> implements SinkWriter<T> {
  private final RowEncoder<T> encoder;
  private final PartitionKey<T> partitions;
  private final BlockAssembler assembler;
  private final BlockInserter inserter;
  private final ProcessingTimeService timers;
  private final Duration flushInterval;
  private final Runnable closing;

  /** Fires once for the rows that wait; null when none is set. */
  private ScheduledFuture<?> timer;

  BlockWriter(
      RowEncoder<T> encoder,
      PartitionKey<T> partitions,
      BlockAssembler assembler,
      BlockInserter inserter,
      ProcessingTimeService timers,
      Duration flushInterval,
      Runnable closing) {
    this.encoder = encoder;
    this.partitions = partitions;
    this.assembler = assembler;
    this.inserter = inserter;
    this.timers = timers;
    this.flushInterval = flushInterval;
    this.closing = closing;
  }

  @Override
  public void write(T value, Context context) throws IOException, InterruptedException {
    RowBuffer row = encoder.encode(value);
    if (row.size() > assembler.maxRowBytes()) {
      throw new InvalidRowException(row.size(), assembler.maxRowBytes(), value);
    }
    insert(assembler.add(partitions.of(value), row.array(), row.size()));
    if (timer == null && !assembler.isEmpty()) {
      timer =
          timers.registerTimer(
              timers.getCurrentProcessingTime() + flushInterval.toMillis(), time -> onTimer());
    }
  }

  /** At every checkpoint, and at the end of the input, where no timer fires any more. */
  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    insert(assembler.sealAll());
  }

  private void onTimer() throws IOException, InterruptedException {
    timer = null;
    insert(assembler.sealAll());
  }

  private void insert(List<SealedBlock> blocks) throws IOException, InterruptedException {
    for (SealedBlock block : blocks) {
      inserter.insert(block);
    }
  }

  @Override
  public void close() {
    if (timer != null) {
      timer.cancel(false);
    }
    closing.run();
  }
}
