package dev.hookline.bench.serialise;

import dev.hookline.bench.rows.ExampleRows;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From an event to the bytes of its row, one row an operation, without any server. Each part is
 * beside the one that it contains, so that the difference shows what the rest costs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx512m", "-XX:+UseSerialGC"})
public class RowSerialisation {
  private static final int ROWS = 329 * 8;

  private final NormalizedEvent[] events = new NormalizedEvent[ROWS];
  private final NormalizedEvent[] withoutPayload = new NormalizedEvent[ROWS];
  private RowEncoder<NormalizedEvent> encoder;
  private BlockAssembler assembler;
  private int next;

  /** Makes the rows. */
  @Setup
  public void makeRows() {
    ExampleRows rows = ExampleRows.load();
    for (int i = 0; i < ROWS; i++) {
      NormalizedEvent event = rows.row(i);
      events[i] = event;
      withoutPayload[i] =
          new NormalizedEvent(
              event.identity(),
              event.delivery(),
              event.subject(),
              event.time(),
              event.credit(),
              new NormalizedEvent.Payload(
                  null, event.payload().contentType(), event.payload().size()));
    }
    encoder = new RowEncoder<>(EventRows.SCHEMA, EventRows::write);
    assembler =
        new BlockAssembler(
            BlockHeader.of(EventRows.SCHEMA),
            BlockLimits.DEFAULT,
            BlockToken.source(),
            Clock.systemUTC());
  }

  /** The row without its payload: mapping, checks, and the RowBinary of 26 columns. */
  @Benchmark
  public int rowWithoutPayload() {
    return encoder.encode(withoutPayload[step()]).size();
  }

  /** The whole row. */
  @Benchmark
  public int row() {
    return encoder.encode(events[step()]).size();
  }

  /** The whole row, into blocks: compression, hash and sealing. */
  @Benchmark
  public int rowIntoBlocks() {
    NormalizedEvent event = events[step()];
    RowBuffer row = encoder.encode(event);
    return assembler.add(EventRows.partition(event), row.array(), row.size()).size();
  }

  private int step() {
    next = next + 1 == ROWS ? 0 : next + 1;
    return next;
  }
}
