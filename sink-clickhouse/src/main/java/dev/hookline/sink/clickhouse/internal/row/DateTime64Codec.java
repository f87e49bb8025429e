package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.time.Instant;

/**
 * Ticks of 10^-precision seconds since 1970 UTC in 64 bits. The column's time zone says how a value
 * is shown, not which one it is.
 */
final class DateTime64Codec extends ValueCodec {
  private static final Instant FIRST = Instant.parse("1900-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2300-01-01T00:00:00Z");

  /** Nanoseconds since 1970 leave the 64 bits in April 2262. */
  private static final Instant END_OF_NANOS = Instant.parse("2262-04-11T00:00:00Z");

  private final RowBuffer row;
  private final long ticksPerSecond;
  private final long nanosPerTick;
  private final Instant end;

  /**
   * @param row what the serialiser writes to
   */
  DateTime64Codec(RowBuffer row, int precision) {
    this.row = row;
    long ticks = 1;
    for (int i = 0; i < precision; i++) {
      ticks *= 10;
    }
    this.ticksPerSecond = ticks;
    this.nanosPerTick = 1_000_000_000 / ticks;
    this.end = precision == 9 ? END_OF_NANOS : END;
  }

  @Override
  void write(RowBinaryFormatSerializer out, Object value) throws IOException {
    Instant instant = TimeCodecs.instant(value);
    if (instant.isBefore(FIRST) || !instant.isBefore(end)) {
      throw outOfRange();
    }
    row.writeLittleEndian(
        instant.getEpochSecond() * ticksPerSecond + instant.getNano() / nanosPerTick, Long.BYTES);
  }

  @Override
  void writeEpochMillis(RowBinaryFormatSerializer out, long value) throws IOException {
    if (value < FIRST.toEpochMilli() || value >= end.toEpochMilli()) {
      throw outOfRange();
    }
    long nanosOfSecond = Math.floorMod(value, 1000L) * 1_000_000L;
    row.writeLittleEndian(
        Math.floorDiv(value, 1000L) * ticksPerSecond + nanosOfSecond / nanosPerTick, Long.BYTES);
  }

  private ValueRefused outOfRange() {
    return new ValueRefused("out of range " + FIRST + " to " + end + " (exclusive)");
  }
}
