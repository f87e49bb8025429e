package dev.hookline.jobs.metrics;

import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Topics;
import dev.hookline.jobs.reject.Reject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Adds up each person's hours; keyed by (org, source, person).
 *
 * <p>A hour that changed is written again with its full sums at the next multiple of the firing
 * interval, by the worker's clock, and once more before it is forgotten. The clock decides only
 * when a row is written, never what is in it: the version is the number of events, so the row with
 * all of them wins, whatever was written before a crash.
 *
 * <p>An hour is forgotten when the watermark says that no unread record can belong to it: its end +
 * lateness + the time that a record can be read. Should one belong to it all the same, that is
 * counted and told as a reject, and the hour's row stays as it is. Flink's own windows would drop
 * it without a trace. How far hours were forgotten is state of its own, because a restart forgets
 * watermarks.
 */
public final class HourlyMetrics
    extends KeyedProcessFunction<Tuple3<String, String, String>, Contribution, PersonHour> {
  private static final long serialVersionUID = 1L;

  /** Metric: contributions that found their hour forgotten. */
  public static final String EXPIRED_COUNTER = "windows_expired_total";

  private final long keptMillis;
  private final long fireMillis;
  private final OutputTag<Reject> rejects;

  private transient MapState<Long, HourTotals> hours;
  private transient MapState<Long, Boolean> changed;
  private transient ValueState<Long> forgottenThrough;
  private transient Counter expiredTotal;

  /**
   * Makes the step.
   *
   * @param keptAfterEnd how long after its end an hour is kept, by the watermark
   * @param fireInterval how often changed hours are written, by the clock
   * @param rejects the side output
   */
  public HourlyMetrics(Duration keptAfterEnd, Duration fireInterval, OutputTag<Reject> rejects) {
    this.keptMillis = keptAfterEnd.toMillis();
    this.fireMillis = fireInterval.toMillis();
    this.rejects = rejects;
  }

  /**
   * The key of a contribution.
   *
   * @param contribution not null
   * @return org, source and person
   */
  public static Tuple3<String, String, String> key(Contribution contribution) {
    return Tuple3.of(contribution.org(), contribution.source(), contribution.personId());
  }

  @Override
  public void open(OpenContext context) {
    hours =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "hours", Types.LONG, TypeInformation.of(HourTotals.class)));
    changed =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("changed-hours", Types.LONG, Types.BOOLEAN));
    forgottenThrough =
        getRuntimeContext().getState(new ValueStateDescriptor<>("forgotten-through", Types.LONG));
    expiredTotal = getRuntimeContext().getMetricGroup().counter(EXPIRED_COUNTER);
  }

  @Override
  public void processElement(Contribution contribution, Context context, Collector<PersonHour> out)
      throws Exception {
    long hour = contribution.hour();
    Long forgotten = forgottenThrough.value();
    if (forgotten != null && hour <= forgotten) {
      expiredTotal.inc();
      context.output(rejects, expired(contribution));
      return;
    }
    HourTotals totals = hours.get(hour);
    if (totals == null) {
      totals = HourTotals.NONE;
      context.timerService().registerEventTimeTimer(Lateness.endOf(hour) + keptMillis);
    }
    hours.put(hour, totals.plus(contribution.amounts()));
    if (!changed.contains(hour)) {
      changed.put(hour, true);
      long now = context.timerService().currentProcessingTime();
      context.timerService().registerProcessingTimeTimer((now / fireMillis + 1) * fireMillis);
    }
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<PersonHour> out)
      throws Exception {
    if (context.timeDomain() == TimeDomain.PROCESSING_TIME) {
      List<Long> toWrite = new ArrayList<>();
      changed.keys().forEach(toWrite::add);
      for (Long hour : toWrite) {
        write(hour, context, out);
      }
      changed.clear();
    } else {
      forget(Lateness.hourOf(time - keptMillis - 1), context, out);
    }
  }

  private void forget(long hour, OnTimerContext context, Collector<PersonHour> out)
      throws Exception {
    if (changed.contains(hour)) {
      write(hour, context, out);
      changed.remove(hour);
    }
    hours.remove(hour);
    Long forgotten = forgottenThrough.value();
    forgottenThrough.update(forgotten == null ? hour : Math.max(forgotten, hour));
  }

  private void write(long hour, OnTimerContext context, Collector<PersonHour> out)
      throws Exception {
    Tuple3<String, String, String> key = context.getCurrentKey();
    out.collect(new PersonHour(key.f0, key.f1, key.f2, hour, hours.get(hour)));
  }

  private static Reject expired(Contribution contribution) {
    Contribution.Origin origin = contribution.origin();
    return new Reject(
        RejectReason.WINDOW_EXPIRED,
        "the hour "
            + Instant.ofEpochMilli(contribution.hour())
            + " of person "
            + contribution.personId()
            + " was forgotten before this event was read, though it was not late",
        Topics.WEBHOOK_EVENTS,
        origin.partition(),
        origin.offset(),
        new Reject.Label(
            contribution.org(),
            contribution.source(),
            origin.eventType(),
            origin.eventId(),
            "",
            "",
            Instant.ofEpochMilli(origin.receivedAt()),
            ""),
        null,
        0);
  }
}
