package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.internal.client.BlockInserter;
import dev.hookline.sink.clickhouse.internal.client.InsertMetrics;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.RefusedBlockFolder;
import dev.hookline.sink.clickhouse.internal.client.RefusedBlocks;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.client.VerifiedBlocks;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/** A task's connection to a table that was looked at and can keep the promise. */
public final class CheckedConnection implements AutoCloseable {
  private final SinkSettings settings;
  private final ServerConnection connection;
  private final TargetCheck check;
  private final Pause pause;

  private CheckedConnection(
      SinkSettings settings, ServerConnection connection, TargetCheck check, Pause pause) {
    this.settings = settings;
    this.connection = connection;
    this.check = check;
    this.pause = pause;
  }

  /**
   * Looks at the table.
   *
   * @throws IOException if it cannot take what the sink writes, or the server does not answer
   *     within the budget
   */
  public static CheckedConnection open(SinkSettings settings, Pause pause)
      throws IOException, InterruptedException {
    ServerConnection connection = new ServerConnection(settings.connection(), settings.target());
    boolean ready = false;
    try {
      TargetCheck check =
          new TargetCheck(
              connection, settings.target(), settings.deliveryMode(), settings.retries(), pause);
      TargetCheck.Facts facts = check.run();
      connection.deduplicateInsertIsKnown(facts.knows(GuardedSettings.DEDUPLICATE_INSERT));
      ready = true;
      return new CheckedConnection(settings, connection, check, pause);
    } finally {
      if (!ready) {
        connection.close();
      }
    }
  }

  /**
   * What brings blocks into the table over this connection; what is refused makes it look at the
   * table again.
   *
   * @param doubtedUpToMillis blocks that were sealed before may have been sent by somebody who is
   *     gone; 0 where there is none
   */
  public BlockInserter inserter(InsertMetrics metrics, long doubtedUpToMillis) {
    RefusedBlocks refused =
        settings.refusedBlocksFolder().isEmpty()
            ? RefusedBlocks.notKept()
            : new RefusedBlockFolder(settings.refusedBlocksFolder());
    return new BlockInserter(
        check.rechecking(
            new VerifiedBlocks(
                connection, new ViewsByBlock(connection, settings.target()), doubtedUpToMillis)),
        settings.target(),
        settings.retries(),
        metrics,
        pause,
        () -> ThreadLocalRandom.current().nextDouble(),
        refused);
  }

  @Override
  public void close() {
    connection.close();
  }
}
