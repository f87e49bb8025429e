package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.RescalePartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

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
   * The same stream, cut from the writer's chain. All that a subtask of the writer gives goes to
   * one subtask of the committer, which is what Flink needs: it counts a checkpoint's blocks by the
   * subtask that they come from, and waits for them where it was told their number. Between as many
   * subtasks it is the one with the same number.
   */
  public static DataStream<CommittableMessage<SealedBlock>> after(
      DataStream<CommittableMessage<SealedBlock>> sealed) {
    return new DataStream<>(
        sealed.getExecutionEnvironment(),
        new PartitionTransformation<>(sealed.getTransformation(), new OneReceiver<>()));
  }

  /**
   * As Flink's own rescaling, which would deal blocks out in turn where the committer has more
   * subtasks than the writer: it is a vertex of its own, and an autoscaler, an override or batch
   * mode may give it another parallelism.
   */
  private static final class OneReceiver<T> extends RescalePartitioner<T> {
    private static final long serialVersionUID = 1L;

    @Override
    public int selectChannel(SerializationDelegate<StreamRecord<T>> block) {
      return 0;
    }
  }
}
