package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedBlockFolderTest {
  private static final Supplier<BlockToken> TOKENS = BlockToken.source();
  private static final Target TARGET =
      new Target("db", "t", TableSchema.of(Column.of("n", "UInt8")), "");
  private static final Failed WHY =
      new Failed(FailureKind.REFUSED_DATA, 117, new IOException("as scripted"));

  @TempDir Path folder;

  @Test
  void aBlockThatIsRefusedAgainOverwritesItsOwnFiles() throws IOException {
    RefusedBlocks kept = new RefusedBlockFolder(folder.toString());
    SealedBlock block = block();

    String first = kept.keep(block, TARGET, WHY);
    String second = kept.keep(block, TARGET, WHY);

    assertThat(second).isEqualTo(first).contains(block.token() + ".rowbinary.lz4");
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void keepsABoundedNumberOfBlocksAndSaysSo() throws IOException {
    RefusedBlocks kept = new RefusedBlockFolder(folder.toString());
    for (int i = 0; i < RefusedBlockFolder.MOST_BLOCKS; i++) {
      kept.keep(block(), TARGET, WHY);
    }

    assertThat(kept.keep(block(), TARGET, WHY)).contains("not kept").contains("holds 100 blocks");
    assertThat(files()).isEqualTo(2 * RefusedBlockFolder.MOST_BLOCKS);
  }

  @Test
  void aFolderThatCannotBeWrittenHidesNoRefusal() throws IOException {
    Path file = Files.writeString(folder.resolve("a-file"), "");

    assertThat(new RefusedBlockFolder(file.toString()).keep(block(), TARGET, WHY))
        .contains("could not be kept");
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("db.t"))) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).count();
    }
  }

  private static SealedBlock block() {
    return new SealedBlock(TOKENS.get(), 0, 1, 1, new byte[32], new byte[] {7});
  }
}
