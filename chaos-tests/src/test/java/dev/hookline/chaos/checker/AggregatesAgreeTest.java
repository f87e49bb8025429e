package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.PersonCell;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
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

  @Test
  void anAverageIsOverAllMeasuredReviewsOfTheHour() {
    PersonCell cell = World.cell(REVIEW, HOUR, "review_latency_avg_ms");
    assertThat(world.averages).containsEntry(cell, 5_000.0);
    world.event(review("acme:github:second", HOUR, -1_000L), false, Outcome.OK);
    world.event(review("acme:github:third", HOUR, 1_000L), false, Outcome.OK);
    world.averages.put(cell, 5_000.0 / 3);
    assertThat(violations()).isEmpty();
    world.averages.put(cell, 1_666.0);
    assertRed("AggregatesAgree");
    world.averages.put(cell, 5_000.0);
    assertRed("AggregatesAgree");
    world.averages.put(cell, Double.POSITIVE_INFINITY);
    assertRed("AggregatesAgree");
  }

  @Test
  void anAverageOfZeroIsOneThatMustBeSaid() {
    world.event(review("acme:github:second", HOUR, -5_000L), false, Outcome.OK);
    PersonCell cell = World.cell(REVIEW, HOUR, "review_latency_avg_ms");
    assertThat(world.averages).containsEntry(cell, 0.0);
    assertThat(violations()).isEmpty();
    world.averages.put(cell, Double.NaN);
    assertRed("AggregatesAgree");
  }

  @Test
  void anAverageWhereNoReviewWasMeasuredDiffers() {
    PersonCell cell = World.cell(MAYBE, HOUR, "review_latency_avg_ms");
    assertThat(world.averages).containsEntry(cell, Double.NaN);
    world.averages.put(cell, 0.0);
    assertRed("AggregatesAgree");
    world.averages.put(cell, Double.POSITIVE_INFINITY);
    assertRed("AggregatesAgree");
  }

  @Test
  void aMissingAverageDiffers() {
    world.averages.remove(World.cell(REVIEW, HOUR, "review_latency_avg_ms"));
    assertRed("AggregatesAgree");
  }

  @Test
  void aLateReviewCountsInTheAverageOfItsHour() {
    world.event(review("acme:github:late-review", OLD_HOUR, 3_000L), true, Outcome.OK);
    assertThat(violations()).isEmpty();
    world.averages.put(World.cell(LATE, OLD_HOUR, "review_latency_avg_ms"), Double.NaN);
    assertRed("AggregatesAgree");
  }

  private static Intent review(String identity, long hour, long latency) {
    Map<String, Long> amounts =
        Map.of("reviews", 1L, "review_latency_ms", latency, "review_latency_count", 1L);
    return World.intent(identity, Fate.ROW, hour, "7", amounts);
  }
}
