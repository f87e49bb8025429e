package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;

/**
 * Sends the blocks of a completed checkpoint, one insert each. Flink hands over the blocks of a
 * restored checkpoint again, though they may have been sent long ago, and nobody here tries to find
 * out: the same bytes go under the same token.
 *
 * <p>A block is in the table when {@link #commit} returns, or it throws, which fails the job and
 * leaves the block in the checkpoint. Neither of Flink's other answers is ever given: {@code
 * signalFailedWith…} drops the block in silence, and {@code retryLater} asks ten times within
 * milliseconds. So an outage is waited for in here: within one budget for all blocks of a
 * connection, and one for the look at the table that comes before its first block.
 */
final class BlockCommitter implements Committer<SealedBlock> {
  private final InsertLanes lanes;
  private final InsertMetrics metrics;
  private final Uncommitted uncommitted;
  private final long restoredAtMillis;
  private final Runnable closing;

  /**
   * @param lanes opened by the first commit that has blocks, when the table is looked at
   * @param uncommitted told which blocks are in the table
   * @param restoredAtMillis blocks sealed before, and not by the writer beside this committer, were
   *     sent by an earlier attempt, as far as is known; 0 if there was none
   * @param closing run after the lanes were closed
   */
  BlockCommitter(
      InsertLanes lanes,
      InsertMetrics metrics,
      Uncommitted uncommitted,
      long restoredAtMillis,
      Runnable closing) {
    this.lanes = lanes;
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
    List<SealedBlock> blocks = requests.stream().map(CommitRequest::getCommittable).toList();
    for (SealedBlock block : blocks) {
      // The writer may have begun before this committer was made.
      if (block.sealedAtMillis() < restoredAtMillis && !uncommitted.holds(block.token())) {
        metrics.sentAgain();
      }
    }
    lanes.insert(blocks, block -> uncommitted.committed(block.token()));
  }

  @Override
  public void close() {
    try {
      lanes.close();
    } finally {
      closing.run();
    }
  }
}
