package dev.hookline.jobs.source;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hookline.contract.Headers;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Watermarks from the time of receipt, one generator for each partition. They only collect garbage:
 * nothing that is counted depends on them.
 */
public final class ReceivedAtWatermarks {

  /** By how much the times of receipt in a partition may be out of order. */
  public static final Duration OUT_OF_ORDERNESS = Duration.ofMinutes(1);

  /** After which silence a partition no longer holds the others back. */
  public static final Duration IDLENESS = Duration.ofSeconds(30);

  /** How far ahead of the worker's clock a time of receipt may be; beyond, it is ignored. */
  public static final Duration FUTURE_LIMIT = Duration.ofHours(1);

  private ReceivedAtWatermarks() {}

  /**
   * The job's strategy.
   *
   * @return never null
   */
  public static WatermarkStrategy<LogRecord> strategy() {
    return WatermarkStrategy.<LogRecord>forGenerator(
            context -> new Generator(System::currentTimeMillis))
        .withTimestampAssigner((record, kafkaTime) -> receivedAt(record))
        .withIdleness(IDLENESS);
  }

  /**
   * The time of receipt as the header says.
   *
   * @param record as read; its headers may be missing or wrong
   * @return milliseconds since 1970 UTC; {@link Long#MIN_VALUE} where the header says none, which
   *     moves no watermark
   */
  static long receivedAt(LogRecord record) {
    byte[] header = record.wire().headers().get(Headers.RECEIVED_AT);
    if (header == null) {
      return Long.MIN_VALUE;
    }
    try {
      return Long.parseLong(new String(header, US_ASCII));
    } catch (NumberFormatException e) {
      return Long.MIN_VALUE; // the decoder rejects the record and says why
    }
  }

  /** Bounded out-of-orderness over the times that can be true. */
  static final class Generator implements WatermarkGenerator<LogRecord> {
    private final LongSupplier clock;
    private final BoundedOutOfOrdernessWatermarks<LogRecord> bounded =
        new BoundedOutOfOrdernessWatermarks<>(OUT_OF_ORDERNESS);

    Generator(LongSupplier clock) {
      this.clock = clock;
    }

    @Override
    public void onEvent(LogRecord record, long receivedAt, WatermarkOutput output) {
      // A clock that runs ahead by days would close hours that other gateways still fill.
      if (receivedAt <= clock.getAsLong() + FUTURE_LIMIT.toMillis()) {
        bounded.onEvent(record, receivedAt, output);
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      bounded.onPeriodicEmit(output);
    }
  }
}
