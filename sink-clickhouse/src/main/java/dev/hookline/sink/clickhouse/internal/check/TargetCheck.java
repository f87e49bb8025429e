package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.internal.client.BlockTarget;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.Retries;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the table before the first row is taken, since what it lacks would show itself only as
 * rows that are there twice, after the next failure; and again when a block is refused.
 */
public final class TargetCheck {
  private static final Logger LOG = LoggerFactory.getLogger(TargetCheck.class);

  private final ServerConnection server;
  private final Target target;
  private final DeliveryMode mode;
  private final RetryBudget budget;
  private final Pause pause;

  /** A check of {@code target} over {@code server}, which may be away for the budget's time. */
  public TargetCheck(
      ServerConnection server, Target target, DeliveryMode mode, RetryBudget budget, Pause pause) {
    this.server = server;
    this.target = target;
    this.mode = mode;
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
   * Looks at version, user profile, table, columns, engine, partition key, window, and the same of
   * every target of a view behind the table.
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

  /**
   * Looks again after a block was refused, since the table may have changed under the job. Looks
   * once: a server that does not answer leaves the failure as it is.
   *
   * @return the failure, whose cause says what is wrong with the table if something is
   */
  public Failed afterFailure(Failed failed) throws InterruptedException {
    try {
      look();
    } catch (TargetRefusedException changed) {
      changed.initCause(failed.cause());
      return new Failed(failed.kind(), failed.code(), changed);
    } catch (QueryFailedException e) {
      LOG.warn("{} could not be looked at after a failure: {}", target, e.getMessage());
    }
    return failed;
  }

  /** As {@code blocks}; after a refusal the server is asked what is wrong with the table. */
  public BlockTarget rechecking(BlockTarget blocks) {
    return block -> {
      InsertOutcome outcome = blocks.insert(block);
      Optional<Failed> refused =
          outcome.match(
              written -> Optional.empty(),
              failed -> failed.kind().sentAgain() ? Optional.empty() : Optional.of(failed));
      return refused.isPresent() ? afterFailure(refused.get()) : outcome;
    };
  }

  private Facts look() throws TargetRefusedException, QueryFailedException, InterruptedException {
    ServerFacts facts = ServerFacts.read(server);
    List<Problem> problems = new ArrayList<>(facts.problems());
    TableFacts table = TableFacts.read(server, target.database(), target.table());
    String declared = TableFacts.spelled(server, target.partitionExpression());
    problems.addAll(new TableRules(target, table, declared, mode).problems());
    if (table.isMergeTree()) {
      problems.addAll(ofViews(table));
    }
    if (!problems.isEmpty()) {
      throw new TargetRefusedException(
          target.toString(),
          problems.stream().map(Problem::toString).toList(),
          problems.stream().flatMap(problem -> problem.statements().stream()).toList());
    }
    return new Facts(facts.version(), facts.knownSettings());
  }

  private List<Problem> ofViews(TableFacts table)
      throws QueryFailedException, InterruptedException {
    List<ViewFacts> views = ViewFacts.behind(server, target.database(), target.table());
    if (views.size() > ViewFacts.MOST_VIEWS) {
      return List.of(
          Problem.of(
              "more than %d views are behind it: a block would be written as often"
                  .formatted(ViewFacts.MOST_VIEWS)));
    }
    return views.stream()
        .flatMap(view -> new ViewRules(view, table, mode).problems().stream())
        .distinct()
        .toList();
  }
}
