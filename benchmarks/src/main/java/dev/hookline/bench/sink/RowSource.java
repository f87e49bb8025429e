package dev.hookline.bench.sink;

import dev.hookline.bench.rows.ExampleRows;
import dev.hookline.jobs.normalise.NormalizedEvent;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The rows as a stream that ends only when the job is stopped. */
final class RowSource {
  /** One job runs in the process, and never restarts, so this counts each row once. */
  private static final LongAdder GIVEN = new LongAdder();

  private RowSource() {}

  /**
   * The stream.
   *
   * @param rowsPerSecond at most, over all tasks; 0: as many as are taken
   */
  static DataStream<NormalizedEvent> in(StreamExecutionEnvironment env, long rowsPerSecond) {
    return env.fromSource(
        new DataGeneratorSource<>(
            new Numbered(),
            ExampleRows.MAX_ROWS,
            rowsPerSecond == 0
                ? RateLimiterStrategy.noOp()
                : RateLimiterStrategy.perSecond((double) rowsPerSecond),
            TypeInformation.of(NormalizedEvent.class)),
        WatermarkStrategy.noWatermarks(),
        "rows");
  }

  /** Rows given so far. */
  static long given() {
    return GIVEN.sum();
  }

  private static final class Numbered implements GeneratorFunction<Long, NormalizedEvent> {
    private static final long serialVersionUID = 1L;

    private transient ExampleRows rows;

    @Override
    public void open(SourceReaderContext context) {
      rows = ExampleRows.load();
    }

    @Override
    public NormalizedEvent map(Long number) {
      GIVEN.increment();
      return rows.row(number);
    }
  }
}
