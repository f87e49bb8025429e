package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.client.BlockInserter;

/**
 * One connection of a committer, for one thread at a time.
 *
 * @param inserter brings blocks into the table
 * @param closing cuts what is under way; may be called from another thread
 */
record InsertLane(BlockInserter inserter, Runnable closing) implements AutoCloseable {
  @Override
  public void close() {
    closing.run();
  }
}
