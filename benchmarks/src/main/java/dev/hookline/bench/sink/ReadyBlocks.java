package dev.hookline.bench.sink;

import dev.hookline.bench.rows.ExampleRows;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.sink.clickhouse.internal.block.BlockAssembler;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.row.BlockHeader;
import dev.hookline.sink.clickhouse.internal.row.RowBuffer;
import dev.hookline.sink.clickhouse.internal.row.RowEncoder;
import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The sink's own blocks, made before anything is measured and kept in a file, from where they cost
 * next to nothing. All rows differ, so that the table has the same work as with the sink.
 */
final class ReadyBlocks implements AutoCloseable {

  /**
   * A block as it is sent.
   *
   * @param token its deduplication token
   * @param rows in it
   * @param frame its bytes, as an LZ4 frame
   */
  record Block(String token, int rows, byte[] frame) {}

  private final DataInputStream in;
  private int left;

  private ReadyBlocks(DataInputStream in, int blocks) {
    this.in = in;
    this.left = blocks;
  }

  /**
   * Makes the blocks of rows {@code from} to {@code to}, exclusive, and opens them for reading.
   *
   * @param file overwritten
   */
  static ReadyBlocks make(ExampleRows rows, long from, long to, Path file) throws IOException {
    BlockAssembler assembler =
        new BlockAssembler(
            BlockHeader.of(EventRows.SCHEMA),
            BlockLimits.DEFAULT,
            BlockToken.source(),
            Clock.systemUTC());
    RowEncoder<NormalizedEvent> encoder = new RowEncoder<>(EventRows.SCHEMA, EventRows::write);
    int blocks = 0;
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 20))) {
      for (long number = from; number < to; number++) {
        NormalizedEvent event = rows.row(number);
        RowBuffer row = encoder.encode(event);
        blocks += write(assembler.add(EventRows.partition(event), row.array(), row.size()), out);
      }
      blocks += write(assembler.sealAll(), out);
    }
    return new ReadyBlocks(
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20)), blocks);
  }

  /** The next block; empty after the last. Each is given once, to whichever thread asks. */
  synchronized Optional<Block> next() throws IOException {
    if (left == 0) {
      return Optional.empty();
    }
    left--;
    String token = in.readUTF();
    int rows = in.readInt();
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return Optional.of(new Block(token, rows, frame));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private static int write(List<SealedBlock> blocks, DataOutputStream out) throws IOException {
    for (SealedBlock block : blocks) {
      out.writeUTF(block.token().toString());
      out.writeInt(block.rows());
      out.writeInt(block.frame().length);
      out.write(block.frame());
    }
    return blocks.size();
  }
}
