import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * Counts 0, 1, 2 … in keyed state and writes "number count" into a file. With state and source
 * restored together the count is always the number plus one. Usage: --config FILE.
 */
public class CountingJob {
  public static void main(String[] args) throws Exception {
    if (args.length != 2 || !args[0].equals("--config")) {
      throw new IllegalArgumentException("usage: --config FILE, not " + String.join(" ", args));
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.fromSource(
            new DataGeneratorSource<>(
                number -> number, Long.MAX_VALUE, RateLimiterStrategy.perSecond(100), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .keyBy(number -> 0)
        .process(new Count(args[1]))
        .sinkTo(new DiscardingSink<>());
    env.execute("counting");
  }

  static class Count extends KeyedProcessFunction<Integer, Long, Long> {
    private final String file;
    private transient ValueState<Long> count;

    Count(String file) {
      this.file = file;
    }

    @Override
    public void open(OpenContext context) {
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
      long next = count.value() == null ? 1 : count.value() + 1;
      count.update(next);
      if (number % 10 == 0) {
        Path part = Path.of(file + ".part");
        Files.writeString(part, number + " " + next + " " + System.getenv("HOOKLINE_TEST_WORD"));
        Files.move(part, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
      }
      out.collect(next);
    }
  }
}
