package dev.hookline.bench.sink;

import java.io.IOException;
import java.util.List;

/** One way of bringing rows into the table, as fast as it goes. */
interface Load extends AutoCloseable {

  /** Begins to write. */
  void start() throws Exception;

  /**
   * Looks after it.
   *
   * @throws Exception when it has failed
   */
  void check() throws Exception;

  /** Takes no more rows and returns when all that it took are written. */
  void finish() throws Exception;

  /** Rows taken so far. */
  long rowsGiven();

  /**
   * The checkpoints that completed.
   *
   * @param sinceMillis those triggered since then, in milliseconds since 1970
   */
  List<VariantRun.Checkpoint> checkpoints(long sinceMillis) throws Exception;

  @Override
  void close() throws IOException;
}
