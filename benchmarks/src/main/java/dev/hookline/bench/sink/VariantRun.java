package dev.hookline.bench.sink;

import java.util.List;

/**
 * What one process measured.
 *
 * @param rates rows a second, one for each window
 * @param rowsGiven rows that were handed to the sink from start to end, warm-up included
 * @param rowsMeasured rows that arrived while it was measured
 * @param checkpoints completed while it was measured
 * @param heapBytes the most heap that was in use right after a collection
 * @param clientCpuNanos processor time of the writing process while it was measured
 * @param serverCpuNanos processor time of the server while it was measured
 */
record VariantRun(
    List<Double> rates,
    long rowsGiven,
    long rowsMeasured,
    List<Checkpoint> checkpoints,
    long heapBytes,
    long clientCpuNanos,
    long serverCpuNanos) {

  /**
   * One completed checkpoint.
   *
   * @param millis from its trigger to its last acknowledgement
   * @param bytes of state
   */
  record Checkpoint(long millis, long bytes) {}
}
