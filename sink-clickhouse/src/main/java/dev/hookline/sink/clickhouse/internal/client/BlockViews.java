package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;

/** The materialized views behind the table, as far as they could lack a block that it has. */
@FunctionalInterface
public interface BlockViews {

  /** There are none. */
  BlockViews NONE = (block, rows) -> {};

  /**
   * Gives each view that lacks the block what it makes of it.
   *
   * @param block is in the table
   * @param rows how many rows of it the table holds; more than the block has when it is there twice
   * @throws QueryFailedException if the server refused or could not be asked
   */
  void complete(SealedBlock block, long rows) throws QueryFailedException, InterruptedException;
}
