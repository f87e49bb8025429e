package dev.hookline.jobs.normalise;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Times as the providers write them: ISO 8601 with an offset, with or without a colon in it ({@code
 * -0800}), or an integer since 1970. A time without an offset is no time: nobody can say when it
 * was.
 */
public final class Timestamps {

  /** The first time that counts: 1970-01-01T00:00:00Z. */
  public static final Instant EARLIEST = Instant.EPOCH;

  /** The first time that no longer counts: 2100-01-01T00:00:00Z. */
  public static final Instant END = Instant.parse("2100-01-01T00:00:00Z");

  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter(java.util.Locale.ROOT)
          // else the 30th of February is read as the 28th
          .withResolverStyle(ResolverStyle.STRICT);

  private Timestamps() {}

  /**
   * Reads a time.
   *
   * @param fields what was read of a body
   * @param path where the time should be
   * @param unit what an integer counts
   * @return whole milliseconds, or empty when there is no time from 1970 until 2100
   */
  public static Optional<Instant> read(Fields fields, String path, ChronoUnit unit) {
    OptionalLong integer = fields.number(path);
    Optional<Instant> time =
        integer.isPresent() ? ofInteger(integer.getAsLong(), unit) : ofText(fields.string(path));
    return time.map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
        .filter(instant -> !instant.isBefore(EARLIEST) && instant.isBefore(END));
  }

  private static Optional<Instant> ofInteger(long count, ChronoUnit unit) {
    // beyond 2100 in either unit, and small enough for the arithmetic to hold
    return count > 1L << 42 ? Optional.empty() : Optional.of(Instant.EPOCH.plus(count, unit));
  }

  private static Optional<Instant> ofText(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(FORMAT.parse(text, OffsetDateTime::from).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
