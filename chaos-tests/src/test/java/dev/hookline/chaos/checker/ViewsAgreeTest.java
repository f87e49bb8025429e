package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A view that is not the count of the rows, or of what the history says of them. */
class ViewsAgreeTest extends HandWrittenHistory {

  @Test
  void aViewThatCountsOneMoreDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events() + 1, count.averagePayloadBytes()));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewWithAnotherAverageDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events(), count.averagePayloadBytes() / 2));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewWithoutAnAverageDiffers() {
    world.eventsByHour.compute(
        new TypeCell("acme", "github", "pull_request", HOUR),
        (cell, count) -> new TypeCount(count.events(), Double.NaN));
    assertRed("ViewsAgree");
  }

  @Test
  void aViewThatLacksACellDiffers() {
    world.eventsByHour.remove(new TypeCell("globex", "github", "pull_request", HOUR));
    assertRed("ViewsAgree");
  }

  @Test
  void aRowThatAViewWasNotGivenDiffers() {
    world.ledger.removeIf(row -> row.identity().equals(OPENED.identity()));
    assertRed("ViewsAgree");
  }

  @Test
  void rowsAndViewThatAreWrongTogetherDifferFromTheHistory() {
    UnaryOperator<EventRow> moved =
        row ->
            new EventRow(
                row.identity(),
                row.eventType(),
                row.contentHash(),
                row.payloadHash(),
                row.payloadSize(),
                HOUR - World.HOUR,
                row.receivedAtMillis(),
                row.late(),
                row.ingestBlock());
    change(world.events, TWIN, moved);
    TypeCount count =
        world.eventsByHour.remove(new TypeCell("globex", "github", "pull_request", HOUR));
    world.eventsByHour.put(
        new TypeCell("globex", "github", "pull_request", HOUR - World.HOUR), count);
    assertRed("ViewsAgree", "AggregatesAgree");
  }
}
