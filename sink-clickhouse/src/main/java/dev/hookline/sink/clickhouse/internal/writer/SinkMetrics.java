package dev.hookline.sink.clickhouse.internal.writer;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.FailureKind;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * The sink in Flink's registry. Beside Flink's own {@code numRecordsSend}, {@code numBytesSend}
 * (before compression) and {@code currentSendTime} (ms): {@code blocks}, {@code retries_retryable},
 * {@code retries_outcome_unknown}, and the histogram {@code insertLatencyMs} over the last {@value
 * #LATENCIES} blocks.
 */
final class SinkMetrics implements InsertMetrics {
  private static final int LATENCIES = 256;

  private final Counter rows;
  private final Counter bytes;
  private final Counter blocks;
  private final Map<FailureKind, Counter> retries = new EnumMap<>(FailureKind.class);
  private final Histogram latency;
  private volatile long lastLatencyMillis;

  SinkMetrics(SinkWriterMetricGroup group) {
    rows = group.getNumRecordsSendCounter();
    bytes = group.getNumBytesSendCounter();
    blocks = group.counter("blocks");
    for (FailureKind kind : FailureKind.values()) {
      if (kind.sentAgain()) {
        retries.put(kind, group.counter("retries_" + kind.name().toLowerCase(Locale.ROOT)));
      }
    }
    latency = group.histogram("insertLatencyMs", new DescriptiveStatisticsHistogram(LATENCIES));
    group.setCurrentSendTimeGauge(() -> lastLatencyMillis);
  }

  @Override
  public void written(SealedBlock block, Duration took) {
    rows.inc(block.rows());
    bytes.inc(block.rawBytes());
    blocks.inc();
    lastLatencyMillis = took.toMillis();
    latency.update(lastLatencyMillis);
  }

  @Override
  public void failed(FailureKind kind) {
    retries.get(kind).inc();
  }
}
