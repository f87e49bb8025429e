package dev.hookline.cli.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PayloadTimesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void everyFormOfATimeMovesAndKeepsItsForm() throws Exception {
    JsonNode body =
        MAPPER.readTree(
            """
            {"a": "2019-05-15T15:20:33Z", "b": ["2021-01-01T00:00:00.123Z"],
             "c": {"d": "2019-02-15T19:15:40.470-0800", "e": "2019-05-15T15:20:30+02:00"},
             "created_at": 1557933565, "timestamp": 1550286940507,
             "id": 1557933565, "text": "on 2019-05-15T15:20:33Z", "day": "2019-05-15"}
            """);

    PayloadTimes.shift(body, Duration.ofDays(1).plusMillis(1));

    assertThat(body.toString())
        .isEqualTo(
            MAPPER
                .readTree(
                    """
                {"a": "2019-05-16T15:20:33Z", "b": ["2021-01-02T00:00:00.124Z"],
                 "c": {"d": "2019-02-16T19:15:40.471-0800", "e": "2019-05-16T15:20:30+02:00"},
                 "created_at": 1558019965, "timestamp": 1550373340508,
                 "id": 1557933565, "text": "on 2019-05-15T15:20:33Z", "day": "2019-05-15"}
                """)
                .toString());
  }

  @Test
  void theMomentOfAnEventIsWhereItsKindHasIt() throws Exception {
    assertThat(
            EventMoment.of(
                "pull_request_review",
                MAPPER.readTree(
                    """
                    {"action": "submitted", "review": {"submitted_at": "2019-05-15T15:20:38Z"},
                     "repository": {"pushed_at": "2020-05-15T15:20:38Z"}}
                    """)))
        .contains(Instant.parse("2019-05-15T15:20:38Z"));
    assertThat(
            EventMoment.of("jira:issue_updated", MAPPER.readTree("{\"timestamp\": 1550286940507}")))
        .contains(Instant.ofEpochMilli(1_550_286_940_507L));
  }

  @Test
  void withoutAPlaceOfItsOwnTheLatestTimeIsTakenButNoPlan() throws Exception {
    assertThat(
            EventMoment.of(
                "milestone",
                MAPPER.readTree(
                    """
                    {"milestone": {"created_at": "2019-05-15T15:20:17Z",
                     "due_on": "2030-01-01T00:00:00Z"}, "x": ["2019-05-15T15:20:18Z"]}
                    """)))
        .contains(Instant.parse("2019-05-15T15:20:18Z"));
    assertThat(EventMoment.of("x", MAPPER.readTree("{\"a\": 1}"))).isEmpty();
  }
}
