package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;

/** Days, and points in time to the second; those with fractions are in {@link DateTime64Codec}. */
final class TimeCodecs {
  private TimeCodecs() {}

  /** The point in time that {@code value} is, whatever zone it is written in. */
  static Instant instant(Object value) {
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (value instanceof ZonedDateTime time) {
      return time.toInstant();
    }
    throw ValueRefused.notTaken("points in time (Instant, OffsetDateTime, ZonedDateTime)", value);
  }

  /** Days since 1970 in 16 bits. */
  static final class DateCodec extends ValueCodec {
    private static final LocalDate LAST = LocalDate.ofEpochDay(0xFFFF);

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      out.writeInt16((short) epochDay(value, LocalDate.EPOCH, LAST));
    }
  }

  /** Days since 1970 in 32 bits, of the years 1900 to 2299. */
  static final class Date32Codec extends ValueCodec {
    private static final LocalDate FIRST = LocalDate.of(1900, 1, 1);
    private static final LocalDate LAST = LocalDate.of(2299, 12, 31);

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      out.writeInt32((int) epochDay(value, FIRST, LAST));
    }
  }

  /** Seconds since 1970 UTC in 32 bits; fractions are cut off. */
  static final class DateTimeCodec extends ValueCodec {
    private static final Instant LAST = Instant.ofEpochSecond(0xFFFF_FFFFL);

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      writeSecond(out, instant(value).getEpochSecond());
    }

    @Override
    void writeEpochMillis(RowBinaryFormatSerializer out, long value) throws IOException {
      writeSecond(out, Math.floorDiv(value, 1000L));
    }

    private static void writeSecond(RowBinaryFormatSerializer out, long second) throws IOException {
      if (second < 0 || second > LAST.getEpochSecond()) {
        throw new ValueRefused("out of range " + Instant.EPOCH + " to " + LAST);
      }
      out.writeInt32((int) second);
    }
  }

  private static long epochDay(Object value, LocalDate first, LocalDate last) {
    if (!(value instanceof LocalDate day)) {
      throw ValueRefused.notTaken("days (LocalDate)", value);
    }
    if (day.isBefore(first) || day.isAfter(last)) {
      throw new ValueRefused("out of range " + first + " to " + last);
    }
    return day.toEpochDay();
  }
}
