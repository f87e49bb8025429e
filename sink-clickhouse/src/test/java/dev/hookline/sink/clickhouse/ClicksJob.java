package dev.hookline.sink.clickhouse;

import static java.time.ZoneOffset.UTC;

import java.time.Instant;
import java.time.YearMonth;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OutputTag;

/** The job of docs/sink.md, which shows what is between the marks. */
final class ClicksJob {
  static final OutputTag<InvalidRow<Click>> INVALID = new OutputTag<>("invalid") {};

  private ClicksJob() {}

  public record Click(String id, Instant at) {}

  static void write(
      StreamExecutionEnvironment env,
      DataStream<Click> clicks,
      String url,
      String user,
      String password) {
    // begin of job
    env.enableCheckpointing(1000);
    ClickHouseSink<Click> sink =
        ClickHouseSink.<Click>builder()
            .endpoint(url)
            .user(user)
            .password(password)
            .database("shop")
            .table("clicks")
            .schema(
                TableSchema.of(Column.of("id", "String"), Column.of("at", "DateTime64(3, 'UTC')")))
            .rowMapper((click, row) -> row.string("id", click.id()).timestamp("at", click.at()))
            .partitionedBy("toYYYYMM(at)", click -> YearMonth.from(click.at().atZone(UTC)))
            .deliveryMode(DeliveryMode.EXACTLY_ONCE)
            .build();
    clicks.sinkTo(sink).uid("clicks");
    // end of job
  }

  static DataStream<InvalidRow<Click>> writeTheValid(
      DataStream<Click> clicks, ClickHouseSinkBuilder<Click> builder) {
    // begin of invalid
    ClickHouseSink<Click> sink = builder.onInvalidRow(OnInvalidRow.sideOutput(INVALID)).build();
    SingleOutputStreamOperator<Click> valid = clicks.process(sink.validation());
    valid.sinkTo(sink).uid("clicks");
    DataStream<InvalidRow<Click>> invalid = valid.getSideOutput(INVALID);
    // end of invalid
    return invalid;
  }
}
