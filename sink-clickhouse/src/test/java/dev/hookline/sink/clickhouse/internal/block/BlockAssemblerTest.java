package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Rows here are eight bytes or longer: the number of the row, the number of its partition, padding;
 * so a block's bytes tell which rows it holds.
 */
class BlockAssemblerTest {
  private static final byte[] HEADER =
      "names and types".getBytes(java.nio.charset.StandardCharsets.UTF_8);
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_700_000_000_000L), ZoneOffset.UTC);
  private static final int ROW = 40;

  @Property(tries = 300)
  void putsEveryRowIntoExactlyOneBlockOfItsPartitionWithinTheLimits(
      @ForAll @Size(max = 300) List<@IntRange(max = 6) Integer> partitions,
      @ForAll @IntRange(min = 1, max = 20) int maxRows,
      @ForAll @IntRange(min = 1, max = 5) int maxOpen,
      @ForAll @IntRange(min = 1024, max = 2048) int maxBytes,
      @ForAll @IntRange(min = 0, max = 2048) int spareBytes) {
    BlockLimits limits = new BlockLimits(maxRows, maxBytes, maxOpen, maxBytes + spareBytes);
    BlockAssembler assembler = assembler(limits);
    List<SealedBlock> sealed = new ArrayList<>();
    Map<Integer, Integer> pending = new HashMap<>();
    for (int row = 0; row < partitions.size(); row++) {
      sealed.addAll(assembler.add(partitions.get(row), row(row, partitions.get(row)), ROW));
      pending.merge(partitions.get(row), 1, Integer::sum);
    }
    sealed.addAll(assembler.sealAll());

    assertThat(assembler.isEmpty()).isTrue();
    Set<BlockToken> tokens = new HashSet<>();
    List<Integer> rows = new ArrayList<>();
    for (SealedBlock block : sealed) {
      assertThat(tokens.add(block.token())).as("a token of its own").isTrue();
      assertThat(block.rows()).isBetween(1, maxRows);
      assertThat(block.rawBytes()).isLessThanOrEqualTo(maxBytes);
      List<Integer> ofBlock = rowsOf(block);
      assertThat(ofBlock).hasSize(block.rows());
      assertThat(ofBlock.stream().map(partitions::get).distinct()).as("partitions").hasSize(1);
      rows.addAll(ofBlock);
    }
    assertThat(rows).doesNotHaveDuplicates().hasSameSizeAs(partitions);
  }

  @Example
  void sealsTheLargestBlockWhenOnePartitionTooManyIsOpened() {
    BlockAssembler assembler = assembler(new BlockLimits(100, 8000, 2, 16_000));
    assembler.add("small", row(1, 1), ROW);
    assembler.add("large", row(2, 2), ROW);
    assembler.add("large", row(3, 2), ROW);

    List<SealedBlock> sealed = assembler.add("third", row(4, 3), ROW);

    assertThat(sealed).hasSize(1);
    assertThat(rowsOf(sealed.get(0))).containsExactly(2, 3);
  }

  @Example
  void refusesARowThatNoBlockCanHold() {
    BlockAssembler assembler = assembler(new BlockLimits(100, 1024, 2, 1024));

    assertThatThrownBy(() -> assembler.add("p", new byte[1024], 1024))
        .hasMessageContaining("1024 bytes does not fit a block");
    assertThat(assembler.isEmpty()).isTrue();
    int longest = assembler.maxRowBytes();
    assertThat(assembler.add("p", new byte[longest], longest)).isEmpty();
  }

  @Example
  void endsEveryRowWithTheTokenOfItsBlock() {
    BlockAssembler assembler = assembler(BlockLimits.DEFAULT);
    assembler.add("p", row(1, 1), ROW);

    SealedBlock block = assembler.sealAll().get(0);

    UUID token = block.token().value();
    ByteBuffer raw = ByteBuffer.wrap(uncompressed(block));
    raw.position(raw.limit() - 16);
    assertThat(Long.reverseBytes(raw.getLong())).isEqualTo(token.getMostSignificantBits());
    assertThat(Long.reverseBytes(raw.getLong())).isEqualTo(token.getLeastSignificantBits());
    assertThat(block.sealedAtMillis()).isEqualTo(CLOCK.millis());
  }

  private static BlockAssembler assembler(BlockLimits limits) {
    return new BlockAssembler(HEADER, limits, BlockToken.source(), CLOCK);
  }

  private static byte[] row(int number, int partition) {
    return ByteBuffer.allocate(ROW).putInt(number).putInt(partition).array();
  }

  private static List<Integer> rowsOf(SealedBlock block) {
    ByteBuffer raw = ByteBuffer.wrap(uncompressed(block));
    assertThat(raw.limit()).isEqualTo(block.rawBytes());
    raw.position(HEADER.length);
    List<Integer> rows = new ArrayList<>();
    while (raw.hasRemaining()) {
      rows.add(raw.getInt());
      raw.position(raw.position() + ROW - Integer.BYTES + OpenBlock.ROW_OVERHEAD);
    }
    return rows;
  }

  private static byte[] uncompressed(SealedBlock block) {
    try (LZ4FrameInputStream in =
        new LZ4FrameInputStream(new ByteArrayInputStream(block.frame()))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
