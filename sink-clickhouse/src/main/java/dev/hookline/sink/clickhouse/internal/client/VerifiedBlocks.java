package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Believes no success after an attempt whose end nobody saw, before the rows have been seen.
 *
 * <p>ClickHouse writes a token into its deduplication log before it publishes the part. Killed
 * between the two, it starts again with the token and without the rows; the next attempt is then
 * dropped as a copy and answered with success. (Seen on 26.7: with six writers, a kill -9 lost so a
 * block in one of thirty kills.) So after a failed attempt success is checked by the column {@code
 * ingest_block}: a block goes in whole, so one row of it is proof. If there is none, at two looks
 * with a back-off between them, the same bytes are sent under another token.
 *
 * <p>The same can befall what a view made of the block, so the views are completed when the table
 * is seen to have it.
 *
 * <p>A merge may have taken all rows of a block that was written, when newer versions of each came
 * meanwhile. Sending it again is harmless then: the newer versions win.
 *
 * <p>For one thread, and one block at a time: the present one is asked for until it is written.
 */
public final class VerifiedBlocks implements BlockTarget {
  private static final Logger LOG = LoggerFactory.getLogger(VerifiedBlocks.class);

  private final BlockStore store;
  private final BlockViews views;
  private final long doubtedUpToMillis;
  private String present = "";
  private boolean doubtful;
  private int misses;
  private int resealed;

  /**
   * @param store makes the attempts
   * @param views the views behind the table
   * @param doubtedUpToMillis blocks that were sealed before this time may have been sent by
   *     somebody who is gone; 0 where there is none
   */
  public VerifiedBlocks(ServerConnection store, BlockViews views, long doubtedUpToMillis) {
    this((BlockStore) store, views, doubtedUpToMillis);
  }

  VerifiedBlocks(BlockStore store, BlockViews views, long doubtedUpToMillis) {
    this.store = store;
    this.views = views;
    this.doubtedUpToMillis = doubtedUpToMillis;
  }

  @Override
  public InsertOutcome insert(SealedBlock block) throws InterruptedException {
    begin(block);
    InsertOutcome outcome = store.insert(block, deduplicationToken(block));
    return believe(block, outcome);
  }

  private void begin(SealedBlock block) {
    String token = block.token().toString();
    if (!token.equals(present)) {
      present = token;
      doubtful = block.sealedAtMillis() < doubtedUpToMillis;
      misses = 0;
      resealed = 0;
    }
  }

  private String deduplicationToken(SealedBlock block) {
    return resealed == 0 ? block.token().toString() : block.token() + "-" + resealed;
  }

  private InsertOutcome believe(SealedBlock block, InsertOutcome outcome)
      throws InterruptedException {
    if (outcome instanceof Failed) {
      doubtful = true;
      return outcome;
    }
    return doubtful ? look(block) : outcome;
  }

  private InsertOutcome look(SealedBlock block) throws InterruptedException {
    try {
      long rows = store.rowsOf(block);
      if (rows > 0) {
        views.complete(block, rows);
        return new Written();
      }
    } catch (QueryFailedException e) {
      return e.failed();
    }
    misses++;
    if (misses < 2) {
      // An attempt that was given up may still be on its way into the table.
      return unknown(block + " is remembered by the server and not there (yet)");
    }
    resealed++;
    misses = 0;
    // In doubt as before: an earlier run of this task may have used this token already.
    LOG.warn(
        "{} was taken for a copy by a server that does not have it: sent again as {}",
        block,
        deduplicationToken(block));
    return believe(block, store.insert(block, deduplicationToken(block)));
  }

  private static Failed unknown(String message) {
    return new Failed(FailureKind.OUTCOME_UNKNOWN, 0, new IOException(message));
  }
}
