package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.Retries;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the table before the first row is taken, since what it lacks would show itself only as
 * rows that are there twice, after the next failure.
 */
public final class TargetCheck {
  private static final Logger LOG = LoggerFactory.getLogger(TargetCheck.class);

  private final ServerConnection server;
  private final Target target;
  private final RetryBudget budget;
  private final Pause pause;

  /** A check of {@code target} over {@code server}, which may be away for the budget's time. */
  public TargetCheck(ServerConnection server, Target target, RetryBudget budget, Pause pause) {
    this.server = server;
    this.target = target;
    this.budget = budget;
    this.pause = pause;
  }

  /**
   * What the writer must know of the server.
   *
   * @param version the server's version
   * @param knownSettings those of the sink's settings that the server has
   */
  public record Facts(String version, Set<String> knownSettings) {
    /** Whether the server has that setting. */
    public boolean knows(String setting) {
      return knownSettings.contains(setting);
    }
  }

  /**
   * Looks at version, settings, table, columns, partition key and window.
   *
   * @throws TargetRefusedException naming everything that is wrong
   * @throws IOException if the server refuses to answer, or does not within the budget
   */
  public Facts run() throws IOException, InterruptedException {
    Retries retries = new Retries(budget, pause, () -> ThreadLocalRandom.current().nextDouble());
    while (true) {
      try {
        return look();
      } catch (QueryFailedException e) {
        if (!e.kind().sentAgain()) {
          throw new IOException(
              "table %s cannot be looked at (%s, code %d): %s"
                  .formatted(target, e.kind(), e.code(), e.getMessage()),
              e);
        }
        LOG.warn("the server of {} does not answer ({}): {}", target, e.kind(), e.getMessage());
        if (!retries.waitForNext()) {
          throw new IOException(
              "table %s could not be looked at within a retryBudget of %d ms: %s"
                  .formatted(target, budget.total().toMillis(), e.getMessage()),
              e);
        }
      }
    }
  }

  private Facts look() throws IOException, InterruptedException {
    ServerFacts facts = ServerFacts.read(server);
    List<String> problems = new ArrayList<>(facts.problems());
    TableFacts table = TableFacts.read(server, target);
    problems.addAll(new TableRules(target, table).problems());
    if (!problems.isEmpty()) {
      throw new TargetRefusedException(target.toString(), problems);
    }
    return new Facts(facts.version(), facts.knownSettings());
  }
}
