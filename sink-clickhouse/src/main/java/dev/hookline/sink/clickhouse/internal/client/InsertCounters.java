package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * Inserts in Flink's registry: {@code rowsCommitted}, {@code bytesCommitted} (before compression),
 * {@code blocksCommitted}, {@code blocksSentAgain} (attempts after a block's first one, those after
 * a restore among them), {@code retries_retryable} and {@code retries_outcome_unknown} (failed
 * attempts that were worth another), and the histogram {@code insertLatencyMs} over the last
 * {@value #LATENCIES} blocks. Thread-safe: Flink's own counters are not.
 */
public final class InsertCounters implements InsertMetrics {
  private static final int LATENCIES = 256;

  private final Counter rows;
  private final Counter bytes;
  private final Counter blocks;
  private final Counter sentAgain;
  private final Map<FailureKind, Counter> retries = new EnumMap<>(FailureKind.class);
  private final Histogram latency;
  private volatile long lastLatencyMillis;

  /** Registers them in {@code group}. */
  public InsertCounters(MetricGroup group) {
    rows = group.counter("rowsCommitted");
    bytes = group.counter("bytesCommitted");
    blocks = group.counter("blocksCommitted");
    sentAgain = group.counter("blocksSentAgain");
    for (FailureKind kind : FailureKind.values()) {
      if (kind.sentAgain()) {
        retries.put(kind, group.counter("retries_" + kind.name().toLowerCase(Locale.ROOT)));
      }
    }
    latency = group.histogram("insertLatencyMs", new DescriptiveStatisticsHistogram(LATENCIES));
  }

  /** How long the last insert took; 0 before the first. */
  public long lastLatencyMillis() {
    return lastLatencyMillis;
  }

  @Override
  public synchronized void written(SealedBlock block, Duration took) {
    rows.inc(block.rows());
    bytes.inc(block.rawBytes());
    blocks.inc();
    lastLatencyMillis = took.toMillis();
    latency.update(lastLatencyMillis);
  }

  @Override
  public synchronized void failed(FailureKind kind) {
    retries.get(kind).inc();
  }

  @Override
  public synchronized void sentAgain() {
    sentAgain.inc();
  }
}
