package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;

/** Where blocks go. */
@FunctionalInterface
public interface BlockTarget {

  /** One attempt, within a bound. May be asked again with the same block. */
  InsertOutcome insert(SealedBlock block) throws InterruptedException;
}
