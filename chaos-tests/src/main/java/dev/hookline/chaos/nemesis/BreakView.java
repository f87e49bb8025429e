package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.chaos.stack.ChaosStack;
import java.util.Optional;

/** A materialized view throws for a while, after the table has taken the rows. */
final class BreakView implements Worker {

  private static final String ITS_MESSAGE = "broken on purpose";

  private final ChaosStack stack;
  private final BreakableView view;

  BreakView(ChaosStack stack) {
    this.stack = stack;
    this.view = new BreakableView(stack.sql());
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    String job = Await.seen("the job to run", () -> Victim.runningJob(stack));
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
      return stack.flink().latestFailure(job).filter(text -> text.contains(ITS_MESSAGE));
    } catch (java.io.IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void heal() {
    view.mend();
  }
}
