package dev.hookline.bench.sink;

import java.nio.file.Path;

/**
 * What one process measures.
 *
 * @param variant how the rows are written
 * @param url the server's HTTP interface
 * @param user who writes
 * @param password of the benchmark's own server
 * @param serverPid the server's process
 * @param database of the table
 * @param table exists and is empty
 * @param warmupSeconds before the measurement
 * @param seconds that are measured
 * @param parallelism tasks, or threads of the client
 * @param rowsPerSecond what the source gives at most; 0: as much as the sink takes
 * @param maxUncommittedBytes the bound of that name of this sink, exactly once
 * @param folder for what the process writes
 */
record VariantTask(
    Variant variant,
    String url,
    String user,
    String password,
    long serverPid,
    String database,
    String table,
    int warmupSeconds,
    int seconds,
    int parallelism,
    long rowsPerSecond,
    long maxUncommittedBytes,
    String folder) {

  /** Where the process writes its {@link VariantRun}. */
  Path resultFile() {
    return Path.of(folder, "result.json");
  }

  /** The password stays out of logs. */
  @Override
  public String toString() {
    return "VariantTask[" + variant + " into " + database + "." + table + "]";
  }
}
