package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.settings.Target;

/** Where a block goes that the server does not take as data, so that somebody can look into it. */
@FunctionalInterface
public interface RefusedBlocks {

  /**
   * Keeps the block if it can, and never throws: the refusal is what must be reported.
   *
   * @return where it is, or how to have it kept; part of an error message
   */
  String keep(SealedBlock block, Target target, Failed why);

  /** Keeps none, and says how to change that. */
  static RefusedBlocks notKept() {
    return (block, target, why) ->
        "give the sink a refusedBlocksFolder() to have the block kept for inspection";
  }
}
