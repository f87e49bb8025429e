package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.commit.Uncommitted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;

/**
 * Seals rows into blocks and hands them over at each checkpoint; it sends nothing. Blocks that were
 * sealed since the last barrier lie in memory and vanish with the task: their rows are read again
 * and get other tokens. So the writer has no state.
 *
 * @param <T> the stream's type
 */
final class SealingWriter<T> implements CommittingSinkWriter<T, SealedBlock> {
  private final RowBlocks<T> rows;
  private final Uncommitted uncommitted;
  private final Throttle throttle;
  private final SealMetrics metrics;
  private List<SealedBlock> sealed = new ArrayList<>();
  private boolean closed;

  /**
   * @param uncommitted released when the writer is closed
   */
  SealingWriter(
      RowBlocks<T> rows, Uncommitted uncommitted, Throttle throttle, SealMetrics metrics) {
    this.rows = rows;
    this.uncommitted = uncommitted;
    this.throttle = throttle;
    this.metrics = metrics;
  }

  @Override
  public void write(T value, Context context) throws InterruptedException {
    long openBefore = rows.openBytes();
    long sealedNow = keep(rows.add(value));
    long open = rows.openBytes();
    throttle.pace(Math.max(0, sealedNow + open - openBefore), uncommitted.bytes() + open);
  }

  /** Nothing to do: {@link #prepareCommit()} follows at each checkpoint and at the end. */
  @Override
  public void flush(boolean endOfInput) {}

  @Override
  public Collection<SealedBlock> prepareCommit() {
    keep(rows.sealAll());
    List<SealedBlock> handedOver = sealed;
    sealed = new ArrayList<>();
    uncommitted.handedOver();
    throttle.checkpoint();
    return handedOver;
  }

  private long keep(List<SealedBlock> blocks) {
    long bytes = 0;
    for (SealedBlock block : blocks) {
      uncommitted.sealed(block);
      metrics.sealed(block);
      sealed.add(block);
      bytes += block.frame().length;
    }
    return bytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      uncommitted.release();
    }
  }
}
