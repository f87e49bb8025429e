package dev.hookline.sink.clickhouse.internal.client;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps refused blocks as files: {@code <token>.rowbinary.lz4} with the bytes as they were sent,
 * and {@code <token>.txt} with what is known of them. A block that is refused again after a restart
 * overwrites its own files, and no more than {@value #MOST_BLOCKS} blocks of a table are kept.
 */
public final class RefusedBlockFolder implements RefusedBlocks {
  /** Blocks of one table; the job stops at the first, so there are few. */
  static final int MOST_BLOCKS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(RefusedBlockFolder.class);

  private final String folder;

  /**
   * @param folder any folder that Flink's file systems reach; a folder for each table is made in it
   */
  public RefusedBlockFolder(String folder) {
    this.folder = folder;
  }

  @Override
  public String keep(SealedBlock block, Target target, Failed why) {
    Path tableFolder = new Path(folder, target.database() + "." + target.table());
    Path bytes = new Path(tableFolder, block.token() + ".rowbinary.lz4");
    try {
      FileSystem files = tableFolder.getFileSystem();
      files.mkdirs(tableFolder);
      FileStatus[] there = files.listStatus(tableFolder);
      if (there != null && there.length >= 2 * MOST_BLOCKS && !files.exists(bytes)) {
        return "the block is not kept, since %s holds %d blocks already: look into them"
            .formatted(tableFolder, MOST_BLOCKS);
      }
      write(files, bytes, block.frame());
      write(
          files,
          new Path(tableFolder, block.token() + ".txt"),
          description(block, target, why).getBytes(StandardCharsets.UTF_8));
      LOG.error("{} was refused by {} and is kept as {}", block, target, bytes);
      return "the block is kept as " + bytes;
    } catch (IOException | RuntimeException e) {
      LOG.error("{} was refused by {} and cannot be kept in {}", block, target, tableFolder, e);
      return "the block could not be kept in %s: %s".formatted(tableFolder, e);
    }
  }

  private static void write(FileSystem files, Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = files.create(path, WriteMode.OVERWRITE)) {
      out.write(bytes);
    }
  }

  private static String description(SealedBlock block, Target target, Failed why) {
    return """
        block: %s
        table: %s
        rows: %d
        bytes before compression: %d
        sealed at: %s
        SHA-256 of the file: %s
        refused with: %s, code %d
        %s

        To read it: lz4 -dc %s.rowbinary.lz4 \
        | clickhouse local --input-format RowBinaryWithNamesAndTypes --query 'SELECT * FROM table'
        """
        .formatted(
            block.token(),
            target,
            block.rows(),
            block.rawBytes(),
            Instant.ofEpochMilli(block.sealedAtMillis()),
            HexFormat.of().formatHex(block.contentHash()),
            why.kind(),
            why.code(),
            why.cause().getMessage(),
            block.token());
  }
}
