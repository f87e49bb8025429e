package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/**
 * Flink's own writer and committer operators around a sink, one subtask, with the checkpoints in
 * the test's hand: so a test stops between any two steps. Everything runs in the calling thread.
 */
final class SinkHarness implements AutoCloseable {

  /** What a checkpoint holds. */
  record Checkpoint(long id, OperatorSubtaskState writer, OperatorSubtaskState committer) {}

  private final OneInputStreamOperatorTestHarness<Long, CommittableMessage<SealedBlock>> writer;
  private final OneInputStreamOperatorTestHarness<
          CommittableMessage<SealedBlock>, CommittableMessage<SealedBlock>>
      committer;
  private final List<SealedBlock> handedOver = new ArrayList<>();

  private SinkHarness(ClickHouseSink<Long> sink) throws Exception {
    writer = new OneInputStreamOperatorTestHarness<>(new SinkWriterOperatorFactory<>(sink));
    @SuppressWarnings("unchecked") // it is what the mode stands for
    SupportsCommitter<SealedBlock> commits = (SupportsCommitter<SealedBlock>) sink;
    committer =
        new OneInputStreamOperatorTestHarness<>(
            new CommitterOperatorFactory<>(commits, false, true));
  }

  /** A first start. */
  static SinkHarness start(ClickHouseSinkBuilder<Long> sink) throws Exception {
    SinkHarness harness = new SinkHarness(sink.build());
    harness.committer.open();
    harness.writer.open();
    return harness;
  }

  /** A start from a checkpoint: the committer comes first, as in a chain of Flink's. */
  static SinkHarness restore(ClickHouseSinkBuilder<Long> sink, Checkpoint from) throws Exception {
    SinkHarness harness = new SinkHarness(sink.build());
    harness.committer.setRestoredCheckpointId(from.id());
    harness.committer.setup();
    harness.committer.initializeState(from.committer());
    harness.committer.open();
    harness.writer.setRestoredCheckpointId(from.id());
    harness.writer.setup();
    harness.writer.initializeState(from.writer());
    harness.writer.open();
    return harness;
  }

  void write(long from, long to) throws Exception {
    for (long n : LongStream.range(from, to).toArray()) {
      writer.processElement(n, 0);
    }
  }

  /** The barrier passes and the state is written; the checkpoint is not complete yet. */
  Checkpoint barrier(long id) throws Exception {
    writer.prepareSnapshotPreBarrier(id);
    for (CommittableMessage<SealedBlock> message : writer.extractOutputValues()) {
      if (message instanceof CommittableWithLineage<SealedBlock> block) {
        handedOver.add(block.getCommittable());
      }
      committer.processElement(message, 0);
    }
    writer.getOutput().clear();
    return new Checkpoint(id, writer.snapshot(id, id), committer.snapshot(id, id));
  }

  /** The checkpoint has completed, so its blocks are committed. */
  void complete(long id) throws Exception {
    writer.notifyOfCompletedCheckpoint(id);
    committer.notifyOfCompletedCheckpoint(id);
  }

  /** The blocks of all barriers so far, in order. */
  List<SealedBlock> handedOver() {
    return handedOver;
  }

  List<String> tokens() {
    return handedOver.stream().map(block -> block.token().toString()).toList();
  }

  /** The task ends, as by a crash: nothing is flushed. */
  @Override
  public void close() {
    try {
      writer.close();
      committer.close();
    } catch (Exception e) {
      throw new IllegalStateException("the operators could not be closed", e);
    }
  }
}
