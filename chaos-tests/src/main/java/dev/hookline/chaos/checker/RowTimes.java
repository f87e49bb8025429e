package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A row's times, as far as its sender can tell them: it was received while an attempt was under way
 * that may have brought it, and its hour and its lateness follow from that. Senders and gateways
 * must have one clock.
 */
final class RowTimes {

  /**
   * What a sender has given up may lie unread before a gateway that stands still, which stamps it
   * when it goes on. No fault lasts longer than 20 s; the rest is for a slow machine.
   */
  private static final long UNREAD_MILLIS = 60_000;

  private RowTimes() {}

  /**
   * Looks at one row.
   *
   * @param attempts all of its identity; which of them brought it, nobody knows
   * @return what is wrong, a text each
   */
  static List<String> wrong(Intent intent, List<Operation> attempts, EventRow row) {
    List<String> texts = new ArrayList<>();
    long received = row.receivedAtMillis();
    long eventTime = EventHours.eventTime(intent, received);
    if (row.eventTimeMillis() != eventTime) {
      texts.add(
          "its event_time must be %s and is %s"
              .formatted(time(eventTime), time(row.eventTimeMillis())));
    }
    boolean late = EventHours.isLate(intent, received);
    if (row.late() != late) {
      texts.add(
          "happened %s, received %s: late must be %s and is %s"
              .formatted(time(eventTime), time(received), late, row.late()));
    }
    List<Operation> possible =
        attempts.stream().filter(one -> one.outcome() != Outcome.NOT).toList();
    // A row that no attempt can have brought is for NothingInvented to tell.
    if (!possible.isEmpty() && possible.stream().noneMatch(one -> mayHaveCome(received, one))) {
      texts.add(
          "received %s, while none of its attempts was under way: %s"
              .formatted(time(received), spans(possible)));
    }
    return texts;
  }

  private static boolean mayHaveCome(long received, Operation attempt) {
    return received >= attempt.startMillis() && received <= latest(attempt);
  }

  private static long latest(Operation attempt) {
    return attempt.outcome() == Outcome.UNKNOWN
        ? attempt.endMillis() + UNREAD_MILLIS
        : attempt.endMillis();
  }

  private static String spans(List<Operation> attempts) {
    return attempts.stream()
        .map(
            one ->
                "%s to %s %s".formatted(time(one.startMillis()), time(latest(one)), one.outcome()))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
