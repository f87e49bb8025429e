package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.time.Duration;

/** Told what became of each attempt. */
public interface InsertMetrics {

  /**
   * A block is in the table.
   *
   * @param latency of the attempt that succeeded
   */
  void written(SealedBlock block, Duration latency);

  /** An attempt failed that is worth another. */
  void failed(FailureKind kind);

  /** A block goes to the server that may have it already. */
  void sentAgain();
}
