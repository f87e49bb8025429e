package dev.hookline.jobs.source;

import static dev.hookline.jobs.Events.TIME;
import static dev.hookline.jobs.Events.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Headers;
import dev.hookline.contract.WireRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.junit.jupiter.api.Test;

class ReceivedAtWatermarksTest {

  private final ReceivedAtWatermarks.Generator generator =
      new ReceivedAtWatermarks.Generator(TIME::toEpochMilli);

  @Test
  void followsTheTimeOfReceiptAMinuteBehind() {
    read(TIME.minusSeconds(10));
    read(TIME.minusSeconds(40));
    assertThat(watermark()).isEqualTo(TIME.minusSeconds(70).toEpochMilli() - 1);
  }

  @Test
  void ignoresWhatIsMoreThanAnHourAheadOfTheClock() {
    read(TIME.minusSeconds(10));
    read(TIME.plus(Duration.ofHours(1)).plusMillis(1));
    assertThat(watermark()).isEqualTo(TIME.minusSeconds(70).toEpochMilli() - 1);
    read(TIME.plus(Duration.ofHours(1)));
    assertThat(watermark()).isEqualTo(TIME.plus(Duration.ofMinutes(59)).toEpochMilli() - 1);
  }

  @Test
  void aRecordWithoutAReadableTimeMovesNothing() {
    read(TIME);
    long before = watermark();
    List<Map<String, byte[]>> unreadable =
        List.of(Map.of(), Map.of(Headers.RECEIVED_AT, new byte[] {'x'}));
    for (Map<String, byte[]> headers : unreadable) {
      LogRecord broken = new LogRecord("t", 0, 0, 0, new WireRecord(null, headers, null));
      generator.onEvent(broken, ReceivedAtWatermarks.receivedAt(broken), new Output());
    }
    assertThat(watermark()).isEqualTo(before);
  }

  private void read(Instant receivedAt) {
    LogRecord record = event("a").received(receivedAt).log();
    long time = ReceivedAtWatermarks.receivedAt(record);
    assertThat(time).isEqualTo(receivedAt.toEpochMilli());
    generator.onEvent(record, time, new Output());
  }

  private long watermark() {
    Output output = new Output();
    generator.onPeriodicEmit(output);
    return output.last;
  }

  private static final class Output implements WatermarkOutput {
    private long last = Long.MIN_VALUE;

    @Override
    public void emitWatermark(Watermark watermark) {
      last = watermark.getTimestamp();
    }

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}
  }
}
