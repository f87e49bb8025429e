package dev.hookline.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.checker.Tables.TypeCell;
import dev.hookline.chaos.checker.Tables.TypeCount;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Outcome;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Bodies and payloads that are not those that were sent. */
class PayloadIntactTest extends HandWrittenHistory {

  @Test
  void anotherHashOfTheBodyIsAChangedPayload() {
    change(world.events, OPENED, row -> with(row, "other", row.payloadHash(), row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void anotherPayloadUnderTheRightHashIsAChangedPayload() {
    change(world.physical, OPENED, row -> with(row, row.contentHash(), "other", row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void aPayloadThatIsNotThereIsAChangedPayload() {
    change(world.events, OPENED, row -> with(row, row.contentHash(), "", row.late()));
    assertRed("PayloadIntact");
  }

  @Test
  void anotherSizeIsAChangedPayload() {
    UnaryOperator<EventRow> oneByteMore = row -> with(row, row.eventType(), row.payloadSize() + 1);
    change(world.physical, TWIN, oneByteMore);
    assertRed("PayloadIntact");
    change(world.events, TWIN, oneByteMore);
    TypeCell cell = new TypeCell("globex", "github", "pull_request", HOUR);
    world.eventsByHour.compute(
        cell, (any, count) -> new TypeCount(count.events(), count.averagePayloadBytes() + 1));
    assertRed("PayloadIntact", "ViewsAgree");
  }

  @Test
  void anotherTypeIsAChangedPayload() {
    UnaryOperator<EventRow> retyped = row -> with(row, "push", row.payloadSize());
    change(world.physical, TWIN, retyped);
    assertRed("PayloadIntact");
    change(world.events, TWIN, retyped);
    TypeCell cell = new TypeCell("globex", "github", "pull_request", HOUR);
    world.eventsByHour.put(
        new TypeCell("globex", "github", "push", HOUR), world.eventsByHour.remove(cell));
    assertRed("PayloadIntact", "ViewsAgree");
  }

  private static EventRow with(EventRow row, String eventType, long payloadSize) {
    return new EventRow(
        row.identity(),
        eventType,
        row.contentHash(),
        row.payloadHash(),
        payloadSize,
        row.eventTimeMillis(),
        row.receivedAtMillis(),
        row.late(),
        row.ingestBlock());
  }

  @Test
  void aBodyOverOneMebibyteHasNoPayloadInTheTable() {
    Intent large =
        new Intent(
            "acme:github:large",
            "acme",
            "github",
            "push",
            "body",
            "json",
            1024 * 1024 + 1,
            HOUR,
            Fate.ROW,
            "",
            Map.of());
    world.event(large, false, Outcome.OK);
    assertRed("PayloadIntact");
    UnaryOperator<EventRow> without = row -> with(row, row.contentHash(), "", row.late());
    change(world.events, large, without);
    change(world.physical, large, without);
    assertThat(violations()).isEmpty();
  }
}
