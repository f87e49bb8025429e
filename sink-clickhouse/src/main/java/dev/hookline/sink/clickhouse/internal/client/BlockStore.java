package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;

/** What {@link VerifiedBlocks} needs of a server. */
interface BlockStore {

  /**
   * One attempt, within a bound.
   *
   * @param block what is sent
   * @param deduplicationToken under which the server remembers it
   */
  InsertOutcome insert(SealedBlock block, String deduplicationToken) throws InterruptedException;

  /**
   * How many of a block's rows the table holds, by their column {@code ingest_block}.
   *
   * @throws QueryFailedException if the server refused to say or could not be asked
   */
  long rowsOf(SealedBlock block) throws QueryFailedException, InterruptedException;
}
