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
import org.apache.flink.api.connector.sink2.InitContext;

/** A task's connection to a table that was looked at and can keep the promise. */
public final class CheckedConnection implements AutoCloseable {
  private final SinkSettings settings;
  private final ServerConnection connection;
  private final TargetCheck check;
  private final TargetCheck.Facts facts;
  private final Pause pause;

  private CheckedConnection(
      SinkSettings settings,
      ServerConnection connection,
      TargetCheck check,
      TargetCheck.Facts facts,
      Pause pause) {
    this.settings = settings;
    this.connection = connection;
    this.check = check;
    this.facts = facts;
    this.pause = pause;
    connection.deduplicateInsertIsKnown(facts.knows(GuardedSettings.DEDUPLICATE_INSERT));
  }

  /**
   * Looks at the table, or takes what another task of this process has just seen.
   *
   * @param context of the task
   * @throws IOException if it cannot take what the sink writes, or the server does not answer
   *     within the budget
   */
  public static CheckedConnection open(SinkSettings settings, InitContext context, Pause pause)
      throws IOException, InterruptedException {
    ServerConnection connection = new ServerConnection(settings.connection(), settings.target());
    boolean ready = false;
    try {
      TargetCheck check = check(settings, connection, pause);
      SharedLooks.Key tasks =
          SharedLooks.Key.of(
              context, settings.connection(), settings.target(), settings.deliveryMode());
      TargetCheck.Facts facts = SharedLooks.HERE.facts(tasks, check::run);
      ready = true;
      return new CheckedConnection(settings, connection, check, facts, pause);
    } finally {
      if (!ready) {
        connection.close();
      }
    }
  }

  /** Another connection to the same table, which is not looked at once more. */
  public CheckedConnection another() {
    ServerConnection other = new ServerConnection(settings.connection(), settings.target());
    return new CheckedConnection(settings, other, check(settings, other, pause), facts, pause);
  }

  private static TargetCheck check(SinkSettings settings, ServerConnection server, Pause pause) {
    return new TargetCheck(
        server, settings.target(), settings.deliveryMode(), settings.retries(), pause);
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
