package dev.hookline.chaos.mutants.job;

import dev.hookline.chaos.mutants.lab.JobDefinition;
import dev.hookline.contract.Topics;
import dev.hookline.jobs.JobConfig;
import dev.hookline.jobs.OperatorIds;
import dev.hookline.jobs.WebhookSinks;
import dev.hookline.jobs.decode.DecodeWebhook;
import dev.hookline.jobs.dedup.DedupHorizon;
import dev.hookline.jobs.dedup.DropDuplicates;
import dev.hookline.jobs.metrics.Contribution;
import dev.hookline.jobs.metrics.HourlyMetrics;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.source.LogRecord;
import dev.hookline.jobs.source.ReceivedAtWatermarks;
import dev.hookline.jobs.source.TopicGuard;
import dev.hookline.jobs.source.WebhookSource;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.OutputTag;

/**
 * The product's steps, put together in the product's order with one that is wrong. The control is
 * the product's own job.
 */
enum WrongJob implements JobDefinition {
  /** Forgets an event at once, long before it is redelivered. */
  DEDUP_FORGETS_TOO_SOON,
  /** Remembers events in memory, which a restart empties. */
  DEDUP_IN_MEMORY,
  /** Tells events apart without their organisation. */
  DEDUP_KEY_WITHOUT_ORG,
  /** Decides who is late by the watermark. */
  LATE_BY_WATERMARK,
  /** Tells nobody of what it could not read. */
  REJECTS_SWALLOWED;

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  @Override
  public void define(StreamExecutionEnvironment env, JobConfig config) {
    WebhookSinks sinks = WebhookSinks.of(config);
    Duration readableFor = config.kafka().readableFor();
    SingleOutputStreamOperator<NormalizedEvent> decoded =
        env.fromSource(
                WebhookSource.of(config.kafka()),
                ReceivedAtWatermarks.strategy(),
                OperatorIds.SOURCE)
            .uid(OperatorIds.SOURCE)
            .transform(
                OperatorIds.TOPIC_GUARD,
                TypeInformation.of(LogRecord.class),
                new TopicGuard(
                    WebhookSource.log(config.kafka()), Topics.WEBHOOK_EVENTS, readableFor))
            .uid(OperatorIds.TOPIC_GUARD)
            .process(new DecodeWebhook(new WebhookNormaliser(config.lateness()), REJECTS))
            .returns(NormalizedEvent.class)
            .uid(OperatorIds.DECODE);
    SingleOutputStreamOperator<NormalizedEvent> events =
        labelled(decoded, config)
            .keyBy(key(), Types.STRING)
            .process(dedup(config))
            .returns(NormalizedEvent.class)
            .uid(OperatorIds.DEDUP);
    events.sinkTo(sinks.events()).uid(OperatorIds.EVENTS_SINK);
    SingleOutputStreamOperator<PersonHour> hours =
        events
            .filter(Contribution::isWindowed)
            .map(Contribution::of)
            .returns(Contribution.class)
            .keyBy(HourlyMetrics::key, Types.TUPLE(Types.STRING, Types.STRING, Types.STRING))
            .process(
                new HourlyMetrics(
                    config.windows().lateness().plus(readableFor),
                    config.windows().fireInterval(),
                    REJECTS))
            .returns(PersonHour.class)
            .uid(OperatorIds.HOURLY_METRICS);
    hours.sinkTo(sinks.hours()).uid(OperatorIds.HOURS_SINK);
    if (this != REJECTS_SWALLOWED) {
      decoded
          .getSideOutput(REJECTS)
          .union(events.getSideOutput(REJECTS), hours.getSideOutput(REJECTS))
          .sinkTo(sinks.rejects())
          .uid(OperatorIds.REJECTS_SINK);
    }
  }

  private DataStream<NormalizedEvent> labelled(
      SingleOutputStreamOperator<NormalizedEvent> decoded, JobConfig config) {
    return this == LATE_BY_WATERMARK
        ? decoded
            .process(new LateByWatermark(config.windows().lateness()))
            .returns(NormalizedEvent.class)
        : decoded;
  }

  private KeySelector<NormalizedEvent, String> key() {
    return this == DEDUP_KEY_WITHOUT_ORG
        ? event -> event.identity().source().wireName() + ":" + event.identity().eventId()
        : event -> event.identity().toString();
  }

  private KeyedProcessFunction<String, NormalizedEvent, NormalizedEvent> dedup(JobConfig config) {
    return switch (this) {
      case DEDUP_IN_MEMORY -> new DropDuplicatesInMemory();
      case DEDUP_FORGETS_TOO_SOON ->
          new DropDuplicates(new DedupHorizon(config.dedup().horizon(), AT_ONCE), REJECTS);
      default -> new DropDuplicates(config.dedupHorizon(), REJECTS);
    };
  }
}
