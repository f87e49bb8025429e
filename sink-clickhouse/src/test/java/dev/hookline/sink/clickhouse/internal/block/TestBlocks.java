package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.RowMapper;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Sealed blocks for tests. */
public final class TestBlocks {
  private TestBlocks() {}

  /** All values in one block, as if they were of one partition. */
  public static <T> SealedBlock of(TableSchema schema, List<T> values, RowMapper<T> mapper) {
    RowEncoder<T> encoder = new RowEncoder<>(schema, mapper);
    BlockAssembler assembler =
        new BlockAssembler(
            BlockHeader.of(schema), BlockLimits.DEFAULT, BlockToken.source(), Clock.systemUTC());
    List<SealedBlock> sealed = new ArrayList<>();
    for (T value : values) {
      RowBuffer row = encoder.encode(value);
      sealed.addAll(assembler.add("", row.array(), row.size()));
    }
    sealed.addAll(assembler.sealAll());
    assertThat(sealed).as("more than a block").hasSize(1);
    return sealed.get(0);
  }
}
