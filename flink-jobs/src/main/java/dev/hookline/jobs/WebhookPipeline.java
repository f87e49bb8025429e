package dev.hookline.jobs;

import dev.hookline.contract.Topics;
import dev.hookline.jobs.decode.DecodeWebhook;
import dev.hookline.jobs.dedup.DropDuplicates;
import dev.hookline.jobs.metrics.Contribution;
import dev.hookline.jobs.metrics.HourlyMetrics;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Normaliser;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.source.LogRecord;
import dev.hookline.jobs.source.ReceivedAtWatermarks;
import dev.hookline.jobs.source.TopicGuard;
import dev.hookline.jobs.source.TopicLog;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OutputTag;

/**
 * The job, from the topic to the tables.
 *
 * <pre>
 *  webhook-events (Kafka)
 *        │ LogRecord, watermarks by time of receipt
 *  topic-guard ················ stops on another topic, or a gap
 *        │ LogRecord
 *  decode-webhook ─────────────────────────────────────────────┐
 *        │ NormalizedEvent                                     │
 *        ╪ by identity                                         │
 *  drop-duplicates ────────────────────────────────────────────┤ Reject
 *        │ NormalizedEvent, each once                          │
 *        ├──────────► normalized_events                        │
 *  contributions      late ones and those of nobody end here   │
 *        │ Contribution, without payload                       │
 *        ╪ by (org, source, person)                            │
 *  hourly-metrics ─────────────────────────────────────────────┤
 *        │ PersonHour, every firing interval                   ▼
 *        └──────────► employee_metrics_hourly               rejects ──► rejected_events
 *                                                              │ those that were records
 *                                                              └──────► webhook-events.dlq
 * </pre>
 */
public final class WebhookPipeline {

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));

  private WebhookPipeline() {}

  /**
   * Adds the job to an environment.
   *
   * @param env takes it; the caller executes
   * @param config the job's settings
   * @param source gives the topic's records
   * @param topic the live topic, which the guard compares with the state
   * @param normaliser makes an event of a record
   * @param sinks take the results
   */
  public static void define(
      StreamExecutionEnvironment env,
      JobConfig config,
      Source<LogRecord, ?, ?> source,
      TopicLog.Factory topic,
      Normaliser normaliser,
      WebhookSinks sinks) {
    Duration readableFor = config.kafka().readableFor();

    SingleOutputStreamOperator<NormalizedEvent> decoded =
        env.fromSource(source, ReceivedAtWatermarks.strategy(), OperatorIds.SOURCE)
            .uid(OperatorIds.SOURCE)
            .transform(
                OperatorIds.TOPIC_GUARD,
                TypeInformation.of(LogRecord.class),
                new TopicGuard(topic, Topics.WEBHOOK_EVENTS, readableFor))
            .uid(OperatorIds.TOPIC_GUARD)
            .process(new DecodeWebhook(normaliser, REJECTS))
            .returns(NormalizedEvent.class)
            .uid(OperatorIds.DECODE)
            .name(OperatorIds.DECODE);

    SingleOutputStreamOperator<NormalizedEvent> events =
        decoded
            .keyBy(event -> event.identity().toString(), Types.STRING)
            .process(new DropDuplicates(config.dedupHorizon(), REJECTS))
            .returns(NormalizedEvent.class)
            .uid(OperatorIds.DEDUP)
            .name(OperatorIds.DEDUP);
    events.sinkTo(sinks.events()).uid(OperatorIds.EVENTS_SINK).name(OperatorIds.EVENTS_SINK);

    SingleOutputStreamOperator<PersonHour> hours =
        events
            .filter(Contribution::isWindowed)
            .uid(OperatorIds.WINDOWED)
            .name(OperatorIds.WINDOWED)
            .map(Contribution::of)
            .returns(Contribution.class)
            .uid(OperatorIds.CONTRIBUTIONS)
            .name(OperatorIds.CONTRIBUTIONS)
            .keyBy(HourlyMetrics::key, Types.TUPLE(Types.STRING, Types.STRING, Types.STRING))
            .process(
                new HourlyMetrics(
                    config.windows().lateness().plus(readableFor),
                    config.windows().fireInterval(),
                    REJECTS))
            .returns(PersonHour.class)
            .uid(OperatorIds.HOURLY_METRICS)
            .name(OperatorIds.HOURLY_METRICS);
    hours.sinkTo(sinks.hours()).uid(OperatorIds.HOURS_SINK).name(OperatorIds.HOURS_SINK);

    DataStream<Reject> rejects =
        decoded
            .getSideOutput(REJECTS)
            .union(events.getSideOutput(REJECTS), hours.getSideOutput(REJECTS))
            // one operator for both sinks, so that a large reject crosses the network once
            .map(reject -> reject)
            .returns(Reject.class)
            .uid(OperatorIds.REJECTS)
            .name(OperatorIds.REJECTS);
    rejects.sinkTo(sinks.rejects()).uid(OperatorIds.REJECTS_SINK).name(OperatorIds.REJECTS_SINK);
    rejects
        .filter(reject -> reject.wire() != null)
        .uid(OperatorIds.DEAD_LETTERS)
        .name(OperatorIds.DEAD_LETTERS)
        .sinkTo(sinks.deadLetters())
        .uid(OperatorIds.DEAD_LETTERS_SINK)
        .name(OperatorIds.DEAD_LETTERS_SINK);
  }
}
