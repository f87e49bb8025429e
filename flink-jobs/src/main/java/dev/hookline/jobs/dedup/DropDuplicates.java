package dev.hookline.jobs.dedup;

import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.StateTtlConfig.StateVisibility;
import org.apache.flink.api.common.state.StateTtlConfig.UpdateType;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Lets the first delivery of each identity pass, in the order of the log, and drops the copies.
 * Copies have the same key, so they are in one partition and their order is the same in every
 * replay.
 *
 * <p>A copy received within the horizon of the first always finds the state ({@link DedupHorizon}).
 * One received later is dropped as well while the state is there. Should the state be gone, the
 * copy becomes a second physical row of the same key with a lower version, so FINAL keeps the first
 * one; and it is late, because an hour closes before the horizon ends, so no window changes. Either
 * way the same is read.
 *
 * <p>Another content under the same identity and the same hook is a conflict: the first wins, the
 * other is a reject. Under another hook it is a plain copy, since a form hook and a JSON hook send
 * different bytes of one event.
 *
 * <p>The state's life is counted from its writing and a copy does not prolong it, so a sender who
 * repeats one event for ever cannot keep it; reading never returns an expired one.
 */
public final class DropDuplicates
    extends KeyedProcessFunction<String, NormalizedEvent, NormalizedEvent> {
  private static final long serialVersionUID = 1L;

  /** Metric: copies that were dropped. */
  public static final String DROPPED_COUNTER = "dedup_dropped_total";

  /** Metric: deliveries with another content under an identity that was taken. */
  public static final String CONFLICT_COUNTER = "dedup_conflict_total";

  /** Name of the state; a checkpoint finds it by this. */
  static final String STATE = "first-delivery";

  private static final long CLEANUP_QUERIES = 10_000;

  private final DedupHorizon horizon;
  private final OutputTag<Reject> rejects;
  private transient ValueState<FirstDelivery> first;
  private transient Counter droppedTotal;
  private transient Counter conflictTotal;

  /**
   * Makes the step.
   *
   * @param horizon how long the state lives
   * @param rejects the side output
   */
  public DropDuplicates(DedupHorizon horizon, OutputTag<Reject> rejects) {
    this.horizon = horizon;
    this.rejects = rejects;
  }

  @Override
  public void open(OpenContext context) {
    ValueStateDescriptor<FirstDelivery> descriptor =
        new ValueStateDescriptor<>(STATE, TypeInformation.of(FirstDelivery.class));
    descriptor.enableTimeToLive(
        StateTtlConfig.newBuilder(horizon.stateTtl())
            .setUpdateType(UpdateType.OnCreateAndWrite)
            .setStateVisibility(StateVisibility.NeverReturnExpired)
            .cleanupInRocksdbCompactFilter(CLEANUP_QUERIES)
            .build());
    first = getRuntimeContext().getState(descriptor);
    droppedTotal = getRuntimeContext().getMetricGroup().counter(DROPPED_COUNTER);
    conflictTotal = getRuntimeContext().getMetricGroup().counter(CONFLICT_COUNTER);
  }

  @Override
  public void processElement(NormalizedEvent event, Context context, Collector<NormalizedEvent> out)
      throws Exception {
    NormalizedEvent.Delivery delivery = event.delivery();
    FirstDelivery seen = first.value();
    if (seen == null) {
      first.update(
          new FirstDelivery(
              delivery.receivedAt().toEpochMilli(), delivery.contentHash(), delivery.hookId()));
      out.collect(event);
    } else if (isConflict(seen, delivery)) {
      conflictTotal.inc();
      context.output(
          rejects,
          Reject.ofConflict(
              event,
              "the hook's delivery received at "
                  + Instant.ofEpochMilli(seen.receivedAt())
                  + " has the same identity and content "
                  + seen.contentHash()
                  + "; this one has content "
                  + delivery.contentHash()));
    } else {
      droppedTotal.inc();
    }
  }

  private static boolean isConflict(FirstDelivery seen, NormalizedEvent.Delivery delivery) {
    return seen.hookId().equals(delivery.hookId())
        && !seen.contentHash().equals(delivery.contentHash());
  }
}
