package dev.hookline.sink.clickhouse;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Writes numbers into an {@link ExactTable}, as the job of a cluster of processes. Arguments:
 * endpoint, password, database, table, how many numbers, how many a second, socket timeout (s).
 */
public final class NumbersJob {
  private NumbersJob() {}

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    DataGeneratorSource<Long> numbers =
        new DataGeneratorSource<>(
            n -> n,
            Long.parseLong(args[4]),
            RateLimiterStrategy.perSecond(Double.parseDouble(args[5])),
            Types.LONG);
    env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
        .uid("numbers")
        .sinkTo(
            ExactTable.sink(args[0], args[1], args[2], args[3])
                .socketTimeout(Duration.ofSeconds(Long.parseLong(args[6])))
                .build())
        .uid("table");
    env.execute("numbers");
  }
}
