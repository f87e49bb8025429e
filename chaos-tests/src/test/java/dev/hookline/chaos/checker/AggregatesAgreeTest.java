package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells of the people's hours and windows that are not the sum of what was meant. */
class AggregatesAgreeTest extends HandWrittenHistory {

  @Test
  void aChangedCellOfAnHourDiffers() {
    world.hours.merge(World.cell(OPENED, HOUR, "pr_opened"), 1L, Long::sum);
    assertRed("AggregatesAgree");
  }

  @Test
  void aMissingCellOfAWindowDiffers() {
    world.windows.remove(World.cell(OPENED, HOUR, "reviews"));
    assertRed("AggregatesAgree");
  }

  @Test
  void aCellOfSomebodyWhoDidNothingDiffers() {
    world.hours.put(new PersonCell("acme", "github", "8", HOUR, "reviews"), 1L);
    assertRed("AggregatesAgree");
  }

  @Test
  void aLateEventThatIsMissingInItsHourDiffers() {
    world.hours.remove(World.cell(LATE, OLD_HOUR, "pr_merged"));
    assertRed("AggregatesAgree");
  }

  @Test
  void aLateEventThatIsInAWindowDiffers() {
    world.windows.put(World.cell(LATE, OLD_HOUR, "pr_merged"), 1L);
    assertRed("AggregatesAgree");
  }

  @Test
  void aRowThatIsWronglyLateDiffers() {
    change(world.events, OPENED, row -> with(row, row.contentHash(), row.payloadHash(), true));
    assertRed("AggregatesAgree");
    change(world.events, OPENED, row -> with(row, row.contentHash(), row.payloadHash(), false));
    change(world.events, LATE, row -> with(row, row.contentHash(), row.payloadHash(), false));
    assertRed("AggregatesAgree");
  }

  @Test
  void theMomentAtWhichAnEventBecomesLateIsFourDaysAfterTheEndOfItsHour() {
    long hour = World.NOW - 4 * World.DAY - World.HOUR;
    hour -= hour % World.HOUR;
    long edge = hour + World.HOUR + 4 * World.DAY;
    Intent intent = World.intent("acme:github:edge", Fate.ROW, hour, "", Map.of());
    assertThat(EventHours.isLate(intent, edge - 1)).isFalse();
    assertThat(EventHours.isLate(intent, edge)).isTrue();
  }

  @Test
  void anUnknownDeliveryCountsExactlyWhenItIsARow() {
    forget(MAYBE);
    world.eventsByHour.remove(new TypeCell("acme", "jira", "pull_request", HOUR));
    assertRed("AggregatesAgree");
    world.hours.keySet().removeIf(cell -> cell.person().equals("j1"));
    world.windows.keySet().removeIf(cell -> cell.person().equals("j1"));
    assertThat(violations()).isEmpty();
  }
}
