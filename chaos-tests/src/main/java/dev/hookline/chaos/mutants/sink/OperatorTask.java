package dev.hookline.chaos.mutants.sink;

import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/**
 * Flink's own writer and committer operators around a sink, one subtask, with the checkpoints in
 * the scenario's hand: it decides when a barrier passes, a checkpoint completes and the task dies.
 * Everything runs in the calling thread.
 *
 * @param <T> the stream's type
 * @param <C> what the writer hands to the committer
 */
final class OperatorTask<T, C> implements AutoCloseable {

  /**
   * What a checkpoint holds.
   *
   * @param committer null for a sink that has none
   */
  record Checkpoint(long id, OperatorSubtaskState writer, OperatorSubtaskState committer) {}

  private final OneInputStreamOperatorTestHarness<T, CommittableMessage<C>> writer;
  private final OneInputStreamOperatorTestHarness<CommittableMessage<C>, CommittableMessage<C>>
      committer;

  private OperatorTask(Sink<T> sink, SupportsCommitter<C> commits) throws Exception {
    writer = new OneInputStreamOperatorTestHarness<>(new SinkWriterOperatorFactory<>(sink));
    committer =
        commits == null
            ? null
            : new OneInputStreamOperatorTestHarness<>(
                new CommitterOperatorFactory<>(commits, false, true));
  }

  /** A start without state. */
  static <T> OperatorTask<T, ?> start(Sink<T> sink) throws Exception {
    return begin(create(sink), null);
  }

  /** A start from a checkpoint, whose committables are committed before anything else is done. */
  static <T> OperatorTask<T, ?> restore(Sink<T> sink, Checkpoint from) throws Exception {
    return begin(create(sink), from);
  }

  private static <T> OperatorTask<T, ?> create(Sink<T> sink) throws Exception {
    return sink instanceof SupportsCommitter<?> commits
        ? new OperatorTask<>(sink, commits)
        : new OperatorTask<>(sink, (SupportsCommitter<Void>) null);
  }

  /** The committer comes first, as in a chain of Flink's. */
  private static <T, C> OperatorTask<T, C> begin(OperatorTask<T, C> task, Checkpoint from)
      throws Exception {
    try {
      if (task.committer != null) {
        begin(task.committer, from, from == null ? null : from.committer());
      }
      begin(task.writer, from, from == null ? null : from.writer());
      return task;
    } catch (Exception e) {
      task.close();
      throw e;
    }
  }

  private static void begin(
      OneInputStreamOperatorTestHarness<?, ?> operator, Checkpoint from, OperatorSubtaskState state)
      throws Exception {
    if (from != null) {
      operator.setRestoredCheckpointId(from.id());
      operator.setup();
      operator.initializeState(state);
    }
    operator.open();
  }

  void write(List<T> values) throws Exception {
    for (T value : values) {
      writer.processElement(value, 0);
    }
  }

  /** The barrier passes and the state is written; the checkpoint is not complete yet. */
  Checkpoint barrier(long id) throws Exception {
    writer.prepareSnapshotPreBarrier(id);
    if (committer != null) {
      for (CommittableMessage<C> message : writer.extractOutputValues()) {
        committer.processElement(message, 0);
      }
    }
    writer.getOutput().clear();
    return new Checkpoint(
        id, writer.snapshot(id, id), committer == null ? null : committer.snapshot(id, id));
  }

  /**
   * The checkpoint has completed, so what it holds is committed.
   *
   * @throws Exception whatever fails the task
   */
  void complete(long id) throws Exception {
    writer.notifyOfCompletedCheckpoint(id);
    if (committer != null) {
      committer.notifyOfCompletedCheckpoint(id);
    }
  }

  /** Barrier and completion, as of a checkpoint in which nothing happens. */
  Checkpoint checkpoint(long id) throws Exception {
    Checkpoint checkpoint = barrier(id);
    complete(id);
    return checkpoint;
  }

  /** The task dies: nothing is flushed. */
  @Override
  public void close() {
    close(writer);
    if (committer != null) {
      close(committer);
    }
  }

  private static void close(OneInputStreamOperatorTestHarness<?, ?> operator) {
    try {
      operator.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException("an operator could not be closed", e);
    }
  }
}
