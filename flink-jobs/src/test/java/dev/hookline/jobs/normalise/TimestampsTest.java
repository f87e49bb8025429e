package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.MalformedBodyException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "\"2019-05-15T15:20:33Z\", 2019-05-15T15:20:33Z",
    "\"2019-12-20T19:24:46+00:00\", 2019-12-20T19:24:46Z",
    "\"2021-08-19T12:16:32.000-04:00\", 2021-08-19T16:16:32Z",
    "\"2019-02-15T19:11:18.321-0800\", 2019-02-16T03:11:18.321Z",
    "\"2019-08-13T06:14:23.580+0800\", 2019-08-12T22:14:23.580Z",
    "\"2019-08-13T06:14:23+08\", 2019-08-12T22:14:23Z",
    "\"2019-08-13T06:14:23.123456789Z\", 2019-08-13T06:14:23.123Z",
    "\"1970-01-01T00:00:00Z\", 1970-01-01T00:00:00Z",
    "\"2099-12-31T23:59:59.999Z\", 2099-12-31T23:59:59.999Z",
    "0, 1970-01-01T00:00:00Z",
    "1550286678321, 2019-02-16T03:11:18.321Z",
    "\"1550286678321\", 2019-02-16T03:11:18.321Z"
  })
  void readsWhatTheProvidersWrite(String json, Instant time) {
    assertThat(read(json, ChronoUnit.MILLIS)).contains(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "{}",
        "[]",
        "\"\"",
        "\"yesterday\"",
        "\"2019-05-15\"",
        "\"2019-05-15T15:20:33\"",
        "\"2019-13-15T15:20:33Z\"",
        "\"2019-05-15T15:20:61Z\"",
        "\"1969-12-31T23:59:59.999Z\"",
        "\"2100-01-01T00:00:00Z\"",
        "\"+999999999-01-01T00:00:00Z\"",
        "-1",
        "1.5e12",
        "4102444800000",
        "9223372036854775807",
        "99999999999999999999999999"
      })
  void takesEverythingElseForNoTime(String json) {
    assertThat(read(json, ChronoUnit.MILLIS)).isEmpty();
    assertThat(read(json, ChronoUnit.SECONDS).filter(time -> time.isAfter(Timestamps.EARLIEST)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1772445600, 2026-03-02T10:00:00Z", "4102444799, 2099-12-31T23:59:59Z"})
  void readsSecondsWhereTheProviderCountsSeconds(String json, Instant time) {
    assertThat(read(json, ChronoUnit.SECONDS)).contains(time);
  }

  private static Optional<Instant> read(String json, ChronoUnit unit) {
    byte[] body = ("{\"t\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    try {
      Fields fields = FieldReader.read(ContentType.JSON, body, PathTree.of(List.of("t")));
      return Timestamps.read(fields, "t", unit);
    } catch (MalformedBodyException e) {
      throw new AssertionError(json, e);
    }
  }
}
