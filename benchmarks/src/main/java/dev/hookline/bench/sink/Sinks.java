package dev.hookline.bench.sink;

import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.sink.clickhouse.ClickHouseSink;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.DeliveryMode;
import java.time.Duration;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions.JdbcConnectionOptionsBuilder;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;

/** The sinks that are compared. */
final class Sinks {
  /** As many bytes as a block of ours may have hold about as many rows. */
  private static final int JDBC_BATCH_ROWS = 1000;

  /** As the job sets it. */
  private static final int PARALLEL_INSERTS = 2;

  private static final Duration FLUSH_INTERVAL = Duration.ofSeconds(1);

  private Sinks() {}

  /** This project's. */
  static Sink<NormalizedEvent> ours(VariantTask task, DeliveryMode mode) {
    return ClickHouseSink.<NormalizedEvent>builder()
        .endpoint(task.url())
        .user(task.user())
        .password(task.password())
        .database(task.database())
        .table(task.table())
        .schema(EventRows.SCHEMA)
        .rowMapper(EventRows::write)
        .partitionedBy(EventRows.PARTITION_BY, EventRows::partition)
        .flushInterval(FLUSH_INTERVAL)
        .parallelInserts(PARALLEL_INSERTS)
        .maxUncommittedBytes(task.maxUncommittedBytes())
        .deliveryMode(mode)
        .build();
  }

  /** Flink's JDBC connector with ClickHouse's driver. */
  static Sink<NormalizedEvent> jdbc(VariantTask task) {
    return JdbcSink.<NormalizedEvent>builder()
        .withQueryStatement(statement(task), JdbcRow::fill)
        .withExecutionOptions(
            JdbcExecutionOptions.builder()
                .withBatchSize(JDBC_BATCH_ROWS)
                .withBatchIntervalMs(FLUSH_INTERVAL.toMillis())
                .withMaxRetries(0)
                .build())
        .buildAtLeastOnce(
            new JdbcConnectionOptionsBuilder()
                .withUrl(
                    task.url().replaceFirst("^http:", "jdbc:clickhouse:") + "/" + task.database())
                .withDriverName("com.clickhouse.jdbc.ClickHouseDriver")
                .withUsername(task.user())
                .withPassword(task.password())
                .build());
  }

  private static String statement(VariantTask task) {
    return "INSERT INTO "
        + task.table()
        + EventRows.SCHEMA.columns().stream()
            .map(Column::name)
            .collect(Collectors.joining(", ", " (", ")"))
        + " VALUES "
        + EventRows.SCHEMA.columns().stream()
            .map(column -> "?")
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
