package dev.hookline.sink.clickhouse;

import java.time.Duration;
import java.util.Random;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A whole Flink and a job of two subtasks in one small heap: rows of 1 MiB that do not compress, as
 * fast as the sink takes them, with the sink's defaults. Arguments: endpoint, user, password,
 * database, table, rows, folder for checkpoints. Ends with code 0 when all rows are committed.
 */
final class LargeRowsJob {
  private static final int PAYLOAD = 1 << 20;

  private LargeRowsJob() {}

  public static void main(String[] args) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, "file://" + args[6]);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    env.enableCheckpointing(Duration.ofSeconds(2).toMillis());
    DataGeneratorSource<Long> numbers =
        new DataGeneratorSource<>(
            n -> n, Long.parseLong(args[5]), RateLimiterStrategy.noOp(), Types.LONG);
    env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
        .sinkTo(
            ClickHouseSink.<Long>builder()
                .endpoint(args[0])
                .user(args[1])
                .password(args[2])
                .database(args[3])
                .table(args[4])
                .schema(ExactTable.SCHEMA)
                .rowMapper(
                    (n, row) ->
                        row.integer("n", n)
                            .timestampMillis("at", ExactTable.at(n))
                            .integer("v", 2 * n)
                            .value("p", payload(n)))
                .partitionedBy("toYYYYMM(at)", n -> n % ExactTable.MONTHS)
                .deliveryMode(DeliveryMode.EXACTLY_ONCE)
                .build());
    env.execute();
  }

  private static byte[] payload(long n) {
    byte[] bytes = new byte[PAYLOAD];
    new Random(n).nextBytes(bytes);
    return bytes;
  }
}
