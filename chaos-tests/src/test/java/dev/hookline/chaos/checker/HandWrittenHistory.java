package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;

/**
 * A history written by hand, and the tables that a product without faults has made of it. Each
 * planted fault must turn exactly the checkers red that are there for it.
 */
abstract class HandWrittenHistory {

  /** The hour before the one in which everything is received: 09:00 to 10:00. */
  static final long HOUR = World.NOW / World.HOUR * World.HOUR - World.HOUR;

  /** An hour that had been over for 4 days and more. */
  static final long OLD_HOUR = HOUR - 6 * World.DAY;

  static final Intent OPENED =
      World.intent("acme:github:opened", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));
  static final Intent REVIEW =
      World.intent(
          "acme:github:review",
          Fate.ROW,
          HOUR + World.HOUR - 1,
          "7",
          Map.of("reviews", 1L, "review_latency_ms", 5_000L, "review_latency_count", 1L));
  static final Intent LATE =
      World.intent("acme:github:late", Fate.ROW, OLD_HOUR, "7", Map.of("pr_merged", 1L));
  static final Intent TWIN =
      World.intent("globex:github:opened", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));
  static final Intent MAYBE =
      World.intent("acme:jira:maybe", Fate.ROW, HOUR, "j1", Map.of("issues_created", 1L));
  static final Intent GONE =
      World.intent("acme:jira:gone", Fate.ROW, HOUR, "j1", Map.of("issues_created", 1L));
  static final Intent TIMELESS = World.intent("acme:github:timeless", Fate.ROW, 0, "", Map.of());
  private static final Intent BOT =
      World.intent("acme:github:bot", Fate.ROW, HOUR, "", Map.of("pr_opened", 1L));
  static final Intent UNREADABLE =
      World.intent("acme:github:unreadable", Fate.REJECTED, HOUR, "", Map.of());
  static final Intent FORGED = World.intent("acme:github:forged", Fate.REFUSED, HOUR, "", Map.of());
  static final Intent UNLUCKY =
      World.intent("acme:github:unlucky", Fate.ROW, HOUR, "7", Map.of("pr_opened", 1L));

  final World world = new World();

  @BeforeEach
  void aCorrectWorld() {
    world
        .event(OPENED, false, Outcome.OK)
        .attempt(OPENED.identity(), Outcome.OK, 200)
        .event(REVIEW, false, Outcome.OK)
        .event(LATE, true, Outcome.OK)
        .event(TWIN, false, Outcome.OK)
        .event(MAYBE, false, Outcome.UNKNOWN)
        .event(TIMELESS, false, Outcome.OK)
        .event(BOT, false, Outcome.OK);
    world.intents.addAll(List.of(GONE, UNREADABLE, FORGED, UNLUCKY));
    world
        .attempt(GONE.identity(), Outcome.UNKNOWN, 503)
        .attempt(UNREADABLE.identity(), Outcome.UNKNOWN, 0)
        .attempt(UNREADABLE.identity(), Outcome.OK, 202)
        .attempt(FORGED.identity(), Outcome.NOT, 401)
        .attempt(UNLUCKY.identity(), Outcome.NOT, 429);
    world.rejected.add(rejectOf(UNREADABLE));
  }

  static RejectedRow rejectOf(Intent intent) {
    return new RejectedRow(intent.identity(), "unreadable_payload", intent.bodyHash());
  }

  List<Violation> violations() {
    return Checkers.check(Checkers.all(), world.findings());
  }

  void assertRed(String... checkers) {
    Set<String> red = new TreeSet<>();
    violations().forEach(violation -> red.add(violation.checker()));
    assertThat(red).as("violations: %s", violations()).containsExactlyInAnyOrder(checkers);
  }

  void change(List<EventRow> rows, Intent whose, UnaryOperator<EventRow> change) {
    rows.replaceAll(row -> row.identity().equals(whose.identity()) ? change.apply(row) : row);
  }

  void forget(Intent whose) {
    world.physical.removeIf(row -> row.identity().equals(whose.identity()));
    world.events.removeIf(row -> row.identity().equals(whose.identity()));
    world.ledger.removeIf(row -> row.identity().equals(whose.identity()));
  }

  static EventRow with(EventRow row, String contentHash, String payloadHash, boolean late) {
    return new EventRow(
        row.identity(),
        row.eventType(),
        contentHash,
        payloadHash,
        row.payloadSize(),
        row.eventTimeMillis(),
        row.receivedAtMillis(),
        late,
        row.ingestBlock());
  }
}
