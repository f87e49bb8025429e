package dev.hookline.jobs.decode;

import dev.hookline.contract.DecodeResult;
import dev.hookline.contract.Headers;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.jobs.cluster.Release;
import dev.hookline.jobs.normalise.NormaliseResult;
import dev.hookline.jobs.normalise.NormaliseResult.Unreadable;
import dev.hookline.jobs.normalise.Normaliser;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.reject.StorableTime;
import dev.hookline.jobs.source.LogRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes and normalises. What cannot become an event goes to the side output whole; it never stops
 * the job. Each TaskManager that works for the job is given one of it, so it is here that one of
 * another {@link Release} is refused.
 */
public final class DecodeWebhook extends ProcessFunction<LogRecord, NormalizedEvent> {
  private static final long serialVersionUID = 1L;

  /** Metric: records that became events. */
  public static final String DECODED_COUNTER = "decoded_total";

  /** Metric: records that became rejects. */
  public static final String REJECTED_COUNTER = "rejected_total";

  private static final Logger LOG = LoggerFactory.getLogger(DecodeWebhook.class);

  private final Normaliser normaliser;
  private final OutputTag<Reject> rejects;

  /** Not asked for anything: a process that has another cannot read this task. */
  @SuppressWarnings("unused")
  private final Release release = Release.here();

  private transient Counter decodedTotal;
  private transient Counter rejectedTotal;

  /**
   * Makes the step.
   *
   * @param normaliser makes an event of a record
   * @param rejects the side output
   */
  public DecodeWebhook(Normaliser normaliser, OutputTag<Reject> rejects) {
    this.normaliser = normaliser;
    this.rejects = rejects;
  }

  @Override
  public void open(OpenContext context) {
    decodedTotal = getRuntimeContext().getMetricGroup().counter(DECODED_COUNTER);
    rejectedTotal = getRuntimeContext().getMetricGroup().counter(REJECTED_COUNTER);
  }

  @Override
  public void processElement(LogRecord log, Context context, Collector<NormalizedEvent> out) {
    RecordCodec.decode(log.wire())
        .match(decoded -> normalise(decoded.record(), log), DecodeWebhook::unreadable)
        .match(
            normalised -> {
              decodedTotal.inc();
              out.collect(normalised.event());
              return null;
            },
            unreadable -> {
              rejectedTotal.inc();
              context.output(
                  rejects, Reject.ofRecord(log, unreadable.reason(), unreadable.detail()));
              return null;
            });
  }

  private NormaliseResult normalise(WebhookRecord record, LogRecord log) {
    if (!StorableTime.holds(record.receivedAt())) {
      return new Unreadable(
          RejectReason.INVALID_HEADER,
          Headers.RECEIVED_AT
              + " must be after 1970 and before 2100; got "
              + record.receivedAt().toEpochMilli());
    }
    try {
      return normaliser.normalise(record, log.partition(), log.offset());
    } catch (RuntimeException e) {
      // A fault of the normaliser, not of the record; but one record must not stop all others.
      LOG.warn("{} at {} broke the normaliser", record.identity(), log.origin(), e);
      return new Unreadable(RejectReason.UNREADABLE_PAYLOAD, "the normaliser failed: " + e);
    }
  }

  private static NormaliseResult unreadable(DecodeResult.Rejected rejected) {
    return new Unreadable(rejected.reason(), rejected.detail());
  }
}
