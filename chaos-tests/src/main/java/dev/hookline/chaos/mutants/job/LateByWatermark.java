package dev.hookline.chaos.mutants.job;

import dev.hookline.jobs.metrics.Lateness;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.NormalizedEvent.EventTime;
import java.time.Duration;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Decides who is late by the watermark, as Flink's windows do. A restart forgets watermarks: what
 * is read first after it is never late.
 */
final class LateByWatermark extends ProcessFunction<NormalizedEvent, NormalizedEvent> {
  private static final long serialVersionUID = 1L;

  private final Duration allowance;

  LateByWatermark(Duration allowance) {
    this.allowance = allowance;
  }

  @Override
  public void processElement(
      NormalizedEvent event, Context context, Collector<NormalizedEvent> out) {
    EventTime time = event.time();
    long hour = Lateness.hourOf(time.eventTime().toEpochMilli());
    boolean late =
        context.timerService().currentWatermark() >= Lateness.endOf(hour) + allowance.toMillis();
    out.collect(
        new NormalizedEvent(
            event.identity(),
            event.delivery(),
            event.subject(),
            new EventTime(time.payloadTime(), time.eventTime(), time.source(), late),
            event.credit(),
            event.payload()));
  }
}
