package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells, from what senders saw, which records in the log only one gateway can have written, and of
 * which of these it has answered nothing when it was killed. A delivery that this gateway had
 * answered with a 2xx is none of them, also where a repeat of it was under way: the record may be
 * the one that was answered.
 *
 * @param gateway its number
 * @param killMillis just before it was killed, ms since 1970
 */
record OwnRecords(int gateway, long killMillis) {

  private static final int NO_ANSWER = 0;

  /**
   * Looks.
   *
   * @param inLog identities of records that were written before the kill
   * @param history attempts; all that had begun before the kill must have ended
   */
  Set<String> unanswered(Set<String> inLog, List<Operation> history) {
    Set<String> unanswered = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (Operation attempt : history) {
      if (attempt.startMillis() > killMillis || !inLog.contains(attempt.identity())) {
        continue;
      }
      if (attempt.gateway() != gateway) {
        // Whatever it was answered: a gateway may still write what its sender has given up.
        others.add(attempt.identity());
      } else if (attempt.outcome() == Outcome.OK) {
        // Whenever its sender read it: who had begun before the kill was answered before it.
        others.add(attempt.identity());
      } else if (attempt.outcome() == Outcome.UNKNOWN
          && attempt.status() == NO_ANSWER
          && attempt.endMillis() >= killMillis) {
        unanswered.add(attempt.identity());
      }
    }
    unanswered.removeAll(others);
    return unanswered;
  }
}
