package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnansweredTest {

  private static Intent intent(String identity, Fate fate) {
    return new Intent(identity, "acme", "github", "push", "", "", 1, 1, fate, "", Map.of());
  }

  private static Operation attempt(String identity, int number, Outcome outcome, int status) {
    return new Operation(identity, number, 2, 1, 2, outcome, status, "timed out");
  }

  @Test
  void aDeliveryThatNobodyEverTookIsToldAndNoOther() {
    History history =
        History.of(
            List.of(
                intent("taken at last", Fate.ROW),
                intent("never taken", Fate.ROW),
                intent("unreadable and never taken", Fate.REJECTED),
                intent("to be refused", Fate.REFUSED),
                intent("not begun", Fate.ROW)),
            List.of(
                attempt("taken at last", 1, Outcome.UNKNOWN, 503),
                attempt("taken at last", 2, Outcome.OK, 202),
                attempt("never taken", 1, Outcome.UNKNOWN, 0),
                attempt("never taken", 2, Outcome.NOT, 429),
                attempt("unreadable and never taken", 1, Outcome.UNKNOWN, 503),
                attempt("to be refused", 1, Outcome.UNKNOWN, 503)));

    assertThat(Unanswered.in(history))
        .extracting(Violation::subject)
        .containsExactly("never taken", "unreadable and never taken");
    assertThat(Unanswered.in(history).get(0))
        .isEqualTo(
            new Violation(
                "DrainedInTime",
                "never taken",
                "none of 2 attempts was answered 2xx, the last one at gateway 2: 429 timed out"));
  }
}
