package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.LedgerRow;
import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.RejectedRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever the correct world, it is green; whatever single thing is changed in it, it is red. */
class CheckersPropertyTest {

  private static final List<String> METRICS =
      List.of("pr_opened", "pr_merged", "reviews", "issues_created", "issues_resolved");

  private enum Change {
    LOSE,
    DOUBLE_FOR_READERS,
    DOUBLE_BELOW,
    DOUBLE_IN_A_BLOCK,
    DOUBLE_IN_A_VIEW,
    INVENT,
    OTHER_CONTENT,
    OTHER_PAYLOAD,
    OTHER_LATENESS,
    OTHER_HOUR,
    OTHER_RECEIPT,
    MORE_IN_AN_HOUR,
    FORGET_A_WINDOW,
    OTHER_AVERAGE,
    MORE_IN_A_VIEW,
    FORGET_IN_A_VIEW,
    REJECT_A_GOOD_ONE
  }

  @Property(tries = 200)
  void aCorrectWorldIsGreen(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
    World world = world(new Random(seed), size);
    assertThat(Checkers.check(Checkers.all(), world.findings())).isEmpty();
  }

  @Property(tries = 600)
  void oneChangeIsRed(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size, @ForAll Change change) {
    Random random = new Random(seed);
    World world = world(random, size);
    plant(world, change, random);
    assertThat(Checkers.check(Checkers.all(), world.findings()))
        .as("after %s", change)
        .isNotEmpty();
  }

  /** The first delivery is acknowledged, counts, and is not late, so that each change finds one. */
  private static World world(Random random, int size) {
    World world = new World();
    for (int i = 0; i < size; i++) {
      Outcome outcome = i > 0 && random.nextInt(5) == 0 ? Outcome.UNKNOWN : Outcome.OK;
      boolean late = i > 0 && random.nextInt(4) == 0;
      Intent intent = intent(random, i, late);
      world.event(intent, late, outcome);
      if (random.nextInt(10) == 0) {
        world.attempt(intent.identity(), Outcome.OK, 200);
      }
    }
    for (int i = 0; i < random.nextInt(4); i++) {
      Intent refused = World.intent("acme:github:bad" + i, Fate.REFUSED, 0, "", Map.of());
      world.intents.add(refused);
      world.attempt(refused.identity(), Outcome.NOT, 401);
      Intent rejected = World.intent("acme:github:odd" + i, Fate.REJECTED, 0, "", Map.of());
      world.intents.add(rejected);
      world.attempt(rejected.identity(), Outcome.OK, 202);
      world.rejected.add(HandWrittenHistory.rejectOf(rejected));
    }
    return world;
  }

  private static Intent intent(Random random, int number, boolean late) {
    String org = List.of("acme", "globex", "initech").get(random.nextInt(3));
    String source = random.nextBoolean() ? "github" : "jira";
    boolean counts = number == 0 || random.nextInt(4) > 0;
    long age =
        late ? 5 * World.DAY + random.nextLong(5 * World.DAY) : random.nextLong(3 * World.DAY);
    boolean timeless = !counts && !late && random.nextInt(3) == 0;
    return World.intent(
        org + ":" + source + ":" + number,
        Fate.ROW,
        timeless ? 0 : World.NOW - age,
        counts ? "p" + random.nextInt(3) : "",
        counts ? Map.of(METRICS.get(random.nextInt(METRICS.size())), 1L) : Map.of());
  }

  private static void plant(World world, Change change, Random random) {
    int acknowledged = 0;
    int any = random.nextInt(world.events.size());
    EventRow row = world.events.get(any);
    switch (change) {
      case LOSE -> world.events.remove(acknowledged);
      case DOUBLE_FOR_READERS -> world.events.add(row);
      case DOUBLE_BELOW -> world.physical.add(row);
      case DOUBLE_IN_A_BLOCK -> world.ledger.add(new LedgerRow(row.ingestBlock(), row.identity()));
      case DOUBLE_IN_A_VIEW -> world.ledger.add(new LedgerRow("another block", row.identity()));
      case INVENT ->
          world.row(World.intent("acme:github:no", Fate.ROW, 1, "", Map.of()), true, "block-1");
      case OTHER_CONTENT -> world.events.set(any, with(row, "x", row.payloadHash(), 0, false));
      case OTHER_PAYLOAD -> world.physical.set(any, with(row, row.contentHash(), "x", 0, false));
      case OTHER_LATENESS ->
          world.events.set(any, with(row, row.contentHash(), row.payloadHash(), 0, true));
      case OTHER_HOUR ->
          world.events.set(any, with(row, row.contentHash(), row.payloadHash(), World.HOUR, false));
      case OTHER_RECEIPT -> world.events.set(any, receivedBeforeItWasSent(row));
      case MORE_IN_AN_HOUR -> world.hours.merge(one(world.hours), 1L, Long::sum);
      case FORGET_A_WINDOW -> world.windows.remove(one(world.windows));
      case OTHER_AVERAGE -> world.averages.put(one(world.averages), 7.0);
      case MORE_IN_A_VIEW -> world.eventsByHour.compute(type(world), (cell, count) -> more(count));
      case FORGET_IN_A_VIEW -> world.eventsByHour.remove(type(world));
      case REJECT_A_GOOD_ONE ->
          world.rejected.add(new RejectedRow(row.identity(), "why", row.contentHash()));
    }
  }

  private static PersonCell one(Map<PersonCell, ?> cells) {
    return new ArrayList<>(cells.keySet())
        .stream().min(Comparator.comparing(PersonCell::toString)).orElseThrow();
  }

  private static TypeCell type(World world) {
    return world.eventsByHour.keySet().stream()
        .min(Comparator.comparing(TypeCell::toString))
        .orElseThrow();
  }

  private static TypeCount more(TypeCount count) {
    return new TypeCount(count.events() + 1, count.averagePayloadBytes());
  }

  private static EventRow receivedBeforeItWasSent(EventRow row) {
    return new EventRow(
        row.identity(),
        row.eventType(),
        row.contentHash(),
        row.payloadHash(),
        row.payloadSize(),
        row.eventTimeMillis(),
        World.NOW - 11,
        row.late(),
        row.ingestBlock());
  }

  private static EventRow with(
      EventRow row, String contentHash, String payloadHash, long shift, boolean otherLateness) {
    return new EventRow(
        row.identity(),
        row.eventType(),
        contentHash,
        payloadHash,
        row.payloadSize(),
        row.eventTimeMillis() + shift,
        row.receivedAtMillis(),
        row.late() != otherLateness,
        row.ingestBlock());
  }
}
