package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A record that may be another gateway's, or whose sender has an answer, is no evidence. */
class OwnRecordsTest {
  private static final long KILL = 10_000;
  private static final OwnRecords RECORDS = new OwnRecords(1, KILL);
  private static final Operation LEFT = attempt(1, KILL - 900, KILL + 3, Outcome.UNKNOWN, 0);

  @Test
  void aRecordWhoseSenderWasLeftWithoutAnswerIsOne() {
    assertThat(unanswered(LEFT)).containsExactly("one");
    assertThat(unanswered(attempt(1, KILL, KILL, Outcome.UNKNOWN, 0))).containsExactly("one");
  }

  @Test
  void aRecordOfWhichNoSenderKnowsAtTheTimeOfTheKillIsNone() {
    assertThat(RECORDS.unanswered(Set.of("other"), List.of(LEFT))).isEmpty();
    assertThat(unanswered(attempt(1, KILL + 1, KILL + 3, Outcome.UNKNOWN, 0))).isEmpty();
  }

  @Test
  void anAnswerIsAnAnswerWhateverItSays() {
    assertThat(unanswered(attempt(1, KILL - 900, KILL + 3, Outcome.UNKNOWN, 503))).isEmpty();
    assertThat(unanswered(attempt(1, KILL - 900, KILL + 3, Outcome.OK, 202))).isEmpty();
    assertThat(unanswered(attempt(1, KILL - 900, KILL + 3, Outcome.NOT, 429))).isEmpty();
  }

  @Test
  void anAttemptThatEndedBeforeTheKillWasNotEndedByIt() {
    assertThat(unanswered(attempt(1, KILL - 900, KILL - 1, Outcome.UNKNOWN, 0))).isEmpty();
  }

  @Test
  void aRecordThatAnotherGatewayMayHaveWrittenIsNone() {
    assertThat(unanswered(attempt(2, KILL - 900, KILL + 3, Outcome.UNKNOWN, 0)))
        .as("asked alone")
        .isEmpty();
    assertThat(unanswered(LEFT, attempt(2, KILL - 800, KILL + 900, Outcome.OK, 202)))
        .as("asked beside")
        .isEmpty();
    assertThat(unanswered(attempt(2, KILL - 9_000, KILL - 5_000, Outcome.UNKNOWN, 0), LEFT))
        .as("given up, but perhaps still written")
        .isEmpty();
    assertThat(unanswered(LEFT, attempt(2, KILL + 200, KILL + 900, Outcome.OK, 202)))
        .as("asked after the kill")
        .containsExactly("one");
  }

  @Test
  void aRecordThatThisGatewayHadConfirmedIsNoneThoughARepeatHasNoAnswer() {
    assertThat(unanswered(attempt(1, KILL - 3_000, KILL - 1_000, Outcome.OK, 202), LEFT))
        .as("answered before")
        .isEmpty();
    assertThat(unanswered(LEFT, attempt(1, KILL - 950, KILL + 2, Outcome.OK, 202)))
        .as("answered before, and read after it")
        .isEmpty();
    assertThat(unanswered(attempt(1, KILL - 3_000, KILL - 1_000, Outcome.UNKNOWN, 503), LEFT))
        .as("nothing was confirmed")
        .containsExactly("one");
    assertThat(unanswered(LEFT, attempt(1, KILL + 5_000, KILL + 6_000, Outcome.OK, 202)))
        .as("confirmed by its next process")
        .containsExactly("one");
  }

  private static Set<String> unanswered(Operation... history) {
    return RECORDS.unanswered(Set.of("one"), List.of(history));
  }

  private static Operation attempt(int gateway, long start, long end, Outcome outcome, int status) {
    return new Operation("one", 1, gateway, start, end, outcome, status, "");
  }
}
