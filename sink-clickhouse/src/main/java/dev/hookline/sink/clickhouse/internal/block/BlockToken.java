package dev.hookline.sink.clickhouse.internal.block;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A block's identity for ever: the server's deduplication token, and the column {@code
 * ingest_block} of each of its rows. A server that knows a token drops whatever comes under it, so
 * a token is made once, when its block is opened, and lives and dies with the block's bytes. It is
 * derived from nothing: checkpoint ids, subtasks and attempts repeat, with other rows behind them.
 *
 * @param value a UUID of version 7
 */
public record BlockToken(UUID value) {

  /** Refuses a UUID that has no time in it: readers order blocks by it. */
  public BlockToken {
    Objects.requireNonNull(value, "value");
    if (value.version() != 7) {
      throw new IllegalArgumentException(
          "a block's token is a UUID of version 7, not of version " + value.version());
    }
  }

  /** A source of new tokens, for one thread. */
  public static Supplier<BlockToken> source() {
    NoArgGenerator generator = Generators.timeBasedEpochGenerator();
    return () -> new BlockToken(generator.generate());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
