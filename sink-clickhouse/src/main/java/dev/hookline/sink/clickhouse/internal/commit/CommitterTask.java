package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Makes the committer a task beside the writer's. Flink would chain the two, and then the thread
 * that encodes rows is the one that sends blocks, so that it does either.
 *
 * <p>Nothing else is different. The blocks of a checkpoint reach the committer before its barrier,
 * and it takes them when it has sent those of the checkpoint before; so at most one checkpoint's
 * blocks are being sent, and the writer's bound counts them with its own.
 */
public final class CommitterTask {
  private CommitterTask() {}

  /**
   * The same stream, cut from the writer's chain. Between as many subtasks as there are on the
   * other side, rescaling gives each subtask of the writer its own of the committer, which is what
   * Flink needs: it counts a checkpoint's blocks by the subtask that they come from.
   */
  public static DataStream<CommittableMessage<SealedBlock>> after(
      DataStream<CommittableMessage<SealedBlock>> sealed) {
    return sealed.rescale();
  }
}
