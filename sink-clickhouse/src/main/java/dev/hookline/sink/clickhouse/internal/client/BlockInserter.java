package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a sealed block into the table, or throws. Sends the same bytes under the same token until
 * the server says that it has them, a failure shows that it never will, or the budget is spent.
 */
public final class BlockInserter {
  private static final Logger LOG = LoggerFactory.getLogger(BlockInserter.class);

  private final BlockTarget blocks;
  private final Target target;
  private final RetryBudget budget;
  private final InsertMetrics metrics;
  private final Pause pause;
  private final DoubleSupplier random;
  private final RefusedBlocks refusedBlocks;

  /**
   * @param blocks makes one attempt
   * @param target named in messages
   * @param random spreads the waits; values from 0 (inclusive) to 1 (exclusive)
   * @param refusedBlocks where a block goes that the server does not take
   */
  public BlockInserter(
      BlockTarget blocks,
      Target target,
      RetryBudget budget,
      InsertMetrics metrics,
      Pause pause,
      DoubleSupplier random,
      RefusedBlocks refusedBlocks) {
    this.blocks = blocks;
    this.target = target;
    this.budget = budget;
    this.metrics = metrics;
    this.pause = pause;
    this.random = random;
    this.refusedBlocks = refusedBlocks;
  }

  /** A budget for some blocks in a row. */
  public Retries newBudget() {
    return new Retries(budget, pause, random);
  }

  /**
   * Returns when the block is in the table. It has a budget of its own.
   *
   * @throws BlockNotWrittenException if the server refuses it or the budget is spent
   * @throws InterruptedException if the task is cancelled meanwhile
   */
  public void insert(SealedBlock block) throws BlockNotWrittenException, InterruptedException {
    insert(block, newBudget());
  }

  /**
   * Returns when the block is in the table.
   *
   * @param retries the budget, which blocks before this one may have used
   * @throws BlockNotWrittenException if the server refuses it or the budget is spent
   * @throws InterruptedException if the task is cancelled meanwhile
   */
  public void insert(SealedBlock block, Retries retries)
      throws BlockNotWrittenException, InterruptedException {
    retries.nextRequest();
    while (true) {
      long begun = pause.nanoTime();
      InsertOutcome outcome = blocks.insert(block);
      Optional<Failed> failure = outcome.match(written -> Optional.empty(), Optional::of);
      if (failure.isEmpty()) {
        metrics.written(block, Duration.ofNanos(pause.nanoTime() - begun));
        return;
      }
      Failed failed = failure.get();
      if (!failed.kind().sentAgain()) {
        throw refused(block, failed);
      }
      LOG.warn(
          "{} into {}: attempt {} failed ({}, code {}): {}",
          block,
          target,
          retries.failed() + 1,
          failed.kind(),
          failed.code(),
          failed.cause().toString());
      metrics.failed(failed.kind());
      if (!retries.waitForNext()) {
        throw spent(block, failed, retries);
      }
      metrics.sentAgain();
    }
  }

  private BlockNotWrittenException refused(SealedBlock block, Failed failed) {
    boolean data = failed.kind() == FailureKind.REFUSED_DATA;
    String wayOut =
        data
            ? "rows were checked against the schema before, so table or view and schema differ: "
                + refusedBlocks.keep(block, target, failed)
            : "mend the table, the user's rights or the sink's settings, then restart the job";
    return new BlockNotWrittenException(
        "%s, sealed at %s with content hash %s, was refused by %s (%s, code %d): %s; %s"
            .formatted(
                block,
                Instant.ofEpochMilli(block.sealedAtMillis()),
                HexFormat.of().formatHex(block.contentHash()),
                target,
                failed.kind(),
                failed.code(),
                failed.cause().getMessage(),
                wayOut),
        failed.code(),
        failed.cause());
  }

  private BlockNotWrittenException spent(SealedBlock block, Failed failed, Retries retries) {
    return new BlockNotWrittenException(
        "%s could not be written into %s: %d attempts within %d ms of a retryBudget of %d ms; the"
                .formatted(
                    block,
                    target,
                    retries.failed(),
                    retries.elapsed().toMillis(),
                    budget.total().toMillis())
            + " last one (%s, code %d): %s"
                .formatted(failed.kind(), failed.code(), failed.cause().getMessage()),
        failed.code(),
        failed.cause());
  }
}
