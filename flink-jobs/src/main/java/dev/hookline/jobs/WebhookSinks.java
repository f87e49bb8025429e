package dev.hookline.jobs;

import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.DeadLetters;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.jobs.rows.HourRows;
import dev.hookline.jobs.rows.RejectRows;
import dev.hookline.sink.clickhouse.ClickHouseSink;
import dev.hookline.sink.clickhouse.ClickHouseSinkBuilder;
import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import org.apache.flink.api.connector.sink2.Sink;

/**
 * Where the pipeline's results go.
 *
 * @param events each event once
 * @param hours hours that changed
 * @param rejects every reject
 * @param deadLetters rejects that were records
 */
public record WebhookSinks(
    Sink<NormalizedEvent> events,
    Sink<PersonHour> hours,
    Sink<Reject> rejects,
    Sink<Reject> deadLetters) {

  /** Bytes of rows that the sinks of events may hold back, each, before compression. */
  private static final long OPEN_BYTES = 16_000_000;

  /** Blocks may overtake each other: an event's version is a function of the record alone. */
  private static final int PARALLEL_INSERTS = 2;

  /**
   * The sinks of the running job. Events are written exactly once, views included; the other tables
   * are rewritten, and bear a repeat.
   *
   * @param config the job's settings
   * @return ClickHouse's tables and the dead-letter topic
   */
  public static WebhookSinks of(JobConfig config) {
    JobConfig.ClickHouse server = config.clickhouse();
    return new WebhookSinks(
        WebhookSinks.<NormalizedEvent>table(
                server, EventRows.TABLE, EventRows.SCHEMA, EventRows::write)
            .partitionedBy(EventRows.PARTITION_BY, EventRows::partition)
            .deliveryMode(DeliveryMode.EXACTLY_ONCE)
            .parallelInserts(PARALLEL_INSERTS)
            .maxUncommittedBytes(server.uncommitted().bytes())
            .build(),
        WebhookSinks.<PersonHour>table(server, HourRows.TABLE, HourRows.SCHEMA, HourRows::write)
            .partitionedBy(HourRows.PARTITION_BY, HourRows::partition)
            .build(),
        WebhookSinks.<Reject>table(server, RejectRows.TABLE, RejectRows.SCHEMA, RejectRows::write)
            .unpartitioned()
            .build(),
        DeadLetters.sink(config.kafka()));
  }

  /** At least once, which tables bear that are rewritten: a repeat is the same row again. */
  private static <T> ClickHouseSinkBuilder<T> table(
      JobConfig.ClickHouse server, String table, TableSchema schema, RowMapper<T> mapper) {
    ClickHouseSinkBuilder<T> builder = ClickHouseSink.builder();
    if (!server.refusedBlocks().isEmpty()) {
      builder.refusedBlocksFolder(server.refusedBlocks());
    }
    return builder
        .endpoint(server.url())
        .user(server.user())
        .password(server.password())
        .database(server.database())
        .table(table)
        .schema(schema)
        .rowMapper(mapper)
        .flushInterval(server.flushInterval())
        .retryBudget(server.retryBudget())
        .requestTimeout(JobConfig.ClickHouse.ATTEMPT)
        .maxOpenBytes(OPEN_BYTES)
        .deliveryMode(DeliveryMode.AT_LEAST_ONCE);
  }
}
