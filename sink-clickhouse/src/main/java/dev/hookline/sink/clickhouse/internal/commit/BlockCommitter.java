package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import dev.hookline.sink.clickhouse.internal.client.Retries;
import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;

/**
 * Sends the blocks of a completed checkpoint, one insert each, in the order in which they were
 * sealed. Flink hands over the blocks of a restored checkpoint again, though they may have been
 * sent long ago, and nobody here tries to find out: the same bytes go under the same token.
 *
 * <p>A block is in the table when {@link #commit} returns, or it throws, which fails the job and
 * leaves the block in the checkpoint. Neither of Flink's other answers is ever given: {@code
 * signalFailedWith…} drops the block in silence, and {@code retryLater} asks ten times within
 * milliseconds. So an outage is waited for in here, within one budget for the whole call.
 */
final class BlockCommitter implements Committer<SealedBlock> {

  /** Opened by the first commit that has blocks, when the table is looked at. */
  @FunctionalInterface
  interface Opening {
    BlockInserter open() throws IOException, InterruptedException;
  }

  private final Opening opening;
  private final InsertMetrics metrics;
  private final Uncommitted uncommitted;
  private final long restoredAtMillis;
  private final Runnable closing;
  private BlockInserter inserter;

  /**
   * @param uncommitted told which blocks are in the table
   * @param restoredAtMillis blocks sealed before were sent by an earlier attempt, as far as is
   *     known; 0 if there was none
   */
  BlockCommitter(
      Opening opening,
      InsertMetrics metrics,
      Uncommitted uncommitted,
      long restoredAtMillis,
      Runnable closing) {
    this.opening = opening;
    this.metrics = metrics;
    this.uncommitted = uncommitted;
    this.restoredAtMillis = restoredAtMillis;
    this.closing = closing;
  }

  @Override
  public void commit(Collection<CommitRequest<SealedBlock>> requests)
      throws IOException, InterruptedException {
    if (requests.isEmpty()) {
      return;
    }
    if (inserter == null) {
      inserter = opening.open();
    }
    Retries retries = inserter.newBudget();
    for (CommitRequest<SealedBlock> request : requests) {
      SealedBlock block = request.getCommittable();
      if (block.sealedAtMillis() < restoredAtMillis) {
        metrics.sentAgain();
      }
      inserter.insert(block, retries);
      uncommitted.committed(block.token());
    }
  }

  @Override
  public void close() {
    closing.run();
  }
}
