package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.BlockNotWrittenException;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.time.Duration;
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

  /**
   * @param blocks makes one attempt
   * @param target named in messages
   * @param random spreads the waits; values from 0 (inclusive) to 1 (exclusive)
   */
  public BlockInserter(
      BlockTarget blocks,
      Target target,
      RetryBudget budget,
      InsertMetrics metrics,
      Pause pause,
      DoubleSupplier random) {
    this.blocks = blocks;
    this.target = target;
    this.budget = budget;
    this.metrics = metrics;
    this.pause = pause;
    this.random = random;
  }

  /**
   * Returns when the block is in the table.
   *
   * @throws BlockNotWrittenException if the server refuses it or the budget is spent
   * @throws InterruptedException if the task is cancelled meanwhile
   */
  public void insert(SealedBlock block) throws BlockNotWrittenException, InterruptedException {
    Retries retries = new Retries(budget, pause, random);
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
    }
  }

  private BlockNotWrittenException refused(SealedBlock block, Failed failed) {
    String wayOut =
        failed.kind() == FailureKind.REFUSED_DATA
            ? "rows were checked against the schema before, so table or view and schema differ"
            : "mend the table, the user's rights or the sink's settings, then restart the job";
    return new BlockNotWrittenException(
        "%s was refused by %s (%s, code %d): %s; %s"
            .formatted(
                block, target, failed.kind(), failed.code(), failed.cause().getMessage(), wayOut),
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
