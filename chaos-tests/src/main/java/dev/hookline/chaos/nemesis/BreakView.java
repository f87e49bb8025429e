package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.stack.FlinkRest;
import java.util.Optional;

/** A materialized view throws for a while, after the table has taken the rows. */
final class BreakView implements Worker {

  private static final String ITS_MESSAGE = "broken on purpose";

  private final FlinkRest flink;
  private final BreakableView view;

  BreakView(ChaosStack stack) {
    this(stack.flink(), new BreakableView(stack.sql()));
  }

  BreakView(FlinkRest flink, BreakableView view) {
    this.flink = flink;
    this.view = view;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    String job = Await.seen("the job to run", () -> Victim.runningJob(flink));
    Optional<String> before = failure(job);
    view.breakIt();
    String failure =
        Await.seen(
            "the job to fail because of the view",
            () -> failure(job).filter(text -> !Optional.of(text).equals(before)));
    return "the job failed because of it: " + failure;
  }

  private Optional<String> failure(String job) {
    try {
      return flink.latestFailure(job).filter(text -> text.contains(ITS_MESSAGE));
    } catch (java.io.IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void heal() {
    view.mend();
  }
}
