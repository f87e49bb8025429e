package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The times that the recount reads, and those that feed nothing. */
class RecountTimesTest extends RecountedTables {

  @Test
  void timesAreReadInEveryFormThatProvidersWrite() {
    for (String time :
        List.of(
            "\"2024-05-01T10:20:00Z\"",
            "\"2024-05-01T12:20:00+02:00\"",
            "\"2024-05-01T12:20:00+0200\"",
            "\"2024-05-01T10:20:00.123456Z\"",
            "1714558800",
            "\"1714558800\"")) {
      github(PR, Bodies.opened(Bodies.HUMAN, time));
    }
    assertThat(cells()).containsExactly("github 7 2024-05-01T10:00 pr_opened 6");
  }

  @Test
  void whatSaysNoTimeOrAnImpossibleOneFeedsNothing() {
    for (String time :
        List.of(
            "null",
            "\"\"",
            "\"yesterday\"",
            "\"2024-05-01\"",
            "\"2024-05-01T10:20:00\"",
            "\"0001-01-01T00:00:00Z\"",
            "\"1969-12-31T23:59:59Z\"",
            "\"2100-01-01T00:00:00Z\"",
            "-1",
            "4102444800",
            "9223372036854775807",
            "18446744073709551615",
            "true",
            "{}")) {
      github(PR, Bodies.opened(Bodies.HUMAN, time));
    }
    assertThat(cells()).isEmpty();
  }

  @Test
  void theFirstAndTheLastMillisecondThatCountDoCount() {
    String late = "2099-12-31 23:59:59";
    insert("github", PR, Bodies.opened(Bodies.HUMAN, "\"1970-01-01T00:00:00Z\""), late);
    insert("github", PR, Bodies.opened(Bodies.HUMAN, "\"2099-12-31T23:59:59.999Z\""), late);
    assertThat(cells())
        .containsExactly(
            "github 7 1970-01-01T00:00 pr_opened 1", "github 7 2099-12-31T23:00 pr_opened 1");
  }

  @Test
  void aTimeMoreThanADayAheadOfTheReceiptFeedsNothing() {
    github(PR, Bodies.opened(Bodies.HUMAN, "\"2024-05-02T12:00:00Z\""));
    github(PR, Bodies.opened(Bodies.HUMAN, "\"2024-05-02T12:00:00.001Z\""));
    assertThat(cells()).containsExactly("github 7 2024-05-02T12:00 pr_opened 1");
  }
}
