package dev.hookline.devstack.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log file, for an error that explains itself. */
final class LogTail {
  private static final int MAX_BYTES = 16 * 1024;
  private static final int MAX_LINES = 30;

  private LogTail() {}

  /**
   * At most 30 lines and 16 KiB; a remark instead of an error when the file cannot be read.
   *
   * @param from the byte to begin at: what is before was said by somebody else
   */
  static String of(Path log, long from) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(Math.min(from, file.length()), file.length() - MAX_BYTES);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()));
    } catch (IOException e) {
      return "(the log cannot be read: " + e.getMessage() + ")";
    }
  }
}
