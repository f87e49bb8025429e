package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/**
 * The writer in Flink's registry: Flink's own {@code numRecordsSend} and {@code numBytesSend} (rows
 * and bytes that were sealed, before compression), {@code blocksSealed}, and {@code
 * backPressureTimeMs}, the time for which the sink held the stream back.
 */
final class SealMetrics {
  private final Counter rows;
  private final Counter bytes;
  private final Counter blocks;
  private final Counter backPressure;

  SealMetrics(SinkWriterMetricGroup group) {
    rows = group.getNumRecordsSendCounter();
    bytes = group.getNumBytesSendCounter();
    blocks = group.counter("blocksSealed");
    backPressure = group.counter("backPressureTimeMs");
  }

  void sealed(SealedBlock block) {
    rows.inc(block.rows());
    bytes.inc(block.rawBytes());
    blocks.inc();
  }

  void heldBack(long millis) {
    backPressure.inc(millis);
  }
}
