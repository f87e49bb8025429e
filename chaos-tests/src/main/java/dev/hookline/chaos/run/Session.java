package dev.hookline.chaos.run;

import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.HistoryReader;
import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.chaos.tables.Ledger;
import dev.hookline.chaos.tables.MergeHold;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.cli.delivery.GitHubExamples.Example;
import dev.hookline.devstack.npm.NpmPackage;
import dev.hookline.schema.MigrationSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A stack and everything that senders did on it, over all of its schedules: what one schedule has
 * written must still be right after the next.
 */
final class Session implements RunningStack {

  private final ChaosStack stack;
  private final HistoryLog log;
  private final CheckpointWatch checkpoints;
  private final List<Example> examples;

  private Session(ChaosStack stack, HistoryLog log, List<Example> examples) {
    this.stack = stack;
    this.log = log;
    this.examples = examples;
    this.checkpoints = new CheckpointWatch(stack.flink());
  }

  /**
   * Starts a stack with nothing in it.
   *
   * @param plan its folder must be empty or missing
   * @param progress told what is being started
   */
  static Session open(StackPlan plan, Consumer<String> progress) {
    Path history = history(plan);
    List<Example> examples;
    try {
      examples = GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read GitHub's examples", e);
    }
    ChaosStack stack =
        ChaosStack.start(
            plan,
            sql -> {
              String database = MigrationSettings.DEFAULT_DATABASE;
              Ledger.create(database).forEach(statement -> sql.text(statement, "TSV"));
              MergeHold.hold(database).forEach(statement -> sql.text(statement, "TSV"));
              new BreakableView(sql).create();
            },
            progress);
    return new Session(stack, new HistoryLog(history), examples);
  }

  /** Where what senders do on a stack is written down. */
  static Path history(StackPlan plan) {
    return plan.folder().resolve("history.jsonl");
  }

  ChaosStack stack() {
    return stack;
  }

  HistoryLog log() {
    return log;
  }

  /** GitHub's public example bodies. */
  List<Example> examples() {
    return examples;
  }

  CheckpointWatch checkpoints() {
    return checkpoints;
  }

  /** What senders did so far. */
  History history() {
    return HistoryReader.read(List.of(log.file())).history();
  }

  @Override
  public StackPlan plan() {
    return stack.plan();
  }

  @Override
  public ScheduleResult run(Schedule schedule, ChaosSettings settings, Consumer<String> progress)
      throws InterruptedException {
    Stage stage = new StackStage(this, settings.perSecond());
    return new ScheduleRun(stage, settings.traffic(), progress).run(schedule);
  }

  @Override
  public EvidenceSource evidence() {
    return EvidenceSource.running(this);
  }

  @Override
  public void close() {
    checkpoints.close();
    try (log) {
      stack.close();
    }
  }
}
