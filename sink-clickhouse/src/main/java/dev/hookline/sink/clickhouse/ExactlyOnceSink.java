package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.block.SealedBlockSerializer;
import dev.hookline.sink.clickhouse.internal.commit.BlockCommitters;
import dev.hookline.sink.clickhouse.internal.commit.CommitterTask;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import dev.hookline.sink.clickhouse.internal.writer.BlockWriters;
import java.io.IOException;
import java.util.Objects;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.ProcessFunction;

/**
 * {@link DeliveryMode#EXACTLY_ONCE}: the writer seals blocks, which lie in the checkpoint, and the
 * committer inserts them once it has completed.
 *
 * @param <T> the stream's type
 */
final class ExactlyOnceSink<T>
    implements ClickHouseSink<T>,
        SupportsCommitter<SealedBlock>,
        SupportsPreCommitTopology<SealedBlock, SealedBlock> {
  private static final long serialVersionUID = 1L;

  private final SinkSettings settings;
  private final RowMapper<T> rowMapper;
  private final PartitionKey<T> partitionKey;
  private final OnInvalidRow<T> onInvalidRow;

  /** Writer and committer of this sink know each other by it; it is in no state. */
  private final UUID id = UUID.randomUUID();

  ExactlyOnceSink(
      SinkSettings settings,
      RowMapper<T> rowMapper,
      PartitionKey<T> partitionKey,
      OnInvalidRow<T> onInvalidRow) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.rowMapper = Objects.requireNonNull(rowMapper, "rowMapper");
    this.partitionKey = Objects.requireNonNull(partitionKey, "partitionKey");
    this.onInvalidRow = Objects.requireNonNull(onInvalidRow, "onInvalidRow");
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return BlockWriters.sealing(settings, id, rowMapper, partitionKey, context);
  }

  @Override
  public Committer<SealedBlock> createCommitter(CommitterInitContext context) {
    return BlockCommitters.create(settings, id, context);
  }

  @Override
  public SimpleVersionedSerializer<SealedBlock> getCommittableSerializer() {
    return new SealedBlockSerializer();
  }

  @Override
  public SimpleVersionedSerializer<SealedBlock> getWriteResultSerializer() {
    return new SealedBlockSerializer();
  }

  /**
   * The committer is a task of its own, in the slot of the writer, so that rows are encoded while
   * blocks are sent.
   */
  @Override
  public DataStream<CommittableMessage<SealedBlock>> addPreCommitTopology(
      DataStream<CommittableMessage<SealedBlock>> sealed) {
    return CommitterTask.after(sealed);
  }

  @Override
  public ProcessFunction<T, T> validation() {
    return BlockWriters.validation(settings, rowMapper, onInvalidRow.tag());
  }

  /** The settings, without the password. */
  @Override
  public String toString() {
    return "ClickHouseSink[" + settings + "]";
  }
}
