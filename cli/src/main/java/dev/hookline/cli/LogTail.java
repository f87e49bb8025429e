package dev.hookline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/** Reads the end of a growing file. */
final class LogTail {

  private static final int BLOCK = 64 * 1024;
  private static final int MAX_BYTES = 16 * 1024 * 1024;
  private static final long LOOK_AGAIN_SECONDS = 1;

  private final Path file;
  private long position;

  LogTail(Path file) {
    this.file = file;
  }

  /**
   * Prints the last lines.
   *
   * @param lines how many at most; those beyond the last 16 MiB are left out
   * @param out where to
   * @throws IOException when the file cannot be read
   */
  void last(int lines, PrintStream out) throws IOException {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      long length = input.length();
      position = startOfLast(input, length, lines);
      copy(input, out);
    }
  }

  /**
   * Prints what is added, until the thread is interrupted. A file that became shorter was begun
   * anew and is read from its start.
   *
   * @param out where to
   * @throws IOException when the file cannot be read
   */
  void follow(PrintStream out) throws IOException {
    try (WatchService watch = FileSystems.getDefault().newWatchService()) {
      WatchKey key =
          file.toAbsolutePath()
              .getParent()
              .register(
                  watch,
                  StandardWatchEventKinds.ENTRY_MODIFY,
                  StandardWatchEventKinds.ENTRY_CREATE);
      while (!Thread.currentThread().isInterrupted()) {
        try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
          if (input.length() < position) {
            position = 0;
          }
          copy(input, out);
        }
        if (watch.poll(LOOK_AGAIN_SECONDS, TimeUnit.SECONDS) != null) {
          key.pollEvents();
          key.reset();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void copy(RandomAccessFile input, PrintStream out) throws IOException {
    input.seek(position);
    byte[] block = new byte[BLOCK];
    for (int read = input.read(block); read > 0; read = input.read(block)) {
      out.write(block, 0, read);
      position += read;
    }
    out.flush();
  }

  private static long startOfLast(RandomAccessFile input, long length, int lines)
      throws IOException {
    if (lines == 0) {
      return length;
    }
    long floor = Math.max(0, length - MAX_BYTES);
    int found = 0;
    byte[] block = new byte[BLOCK];
    for (long end = length; end > floor; end -= BLOCK) {
      long start = Math.max(floor, end - BLOCK);
      int size = (int) (end - start);
      input.seek(start);
      input.readFully(block, 0, size);
      for (int i = size - 1; i >= 0; i--) {
        // The line feed at the very end ends the last line and begins none.
        if (block[i] == '\n' && start + i != length - 1 && ++found == lines) {
          return start + i + 1;
        }
      }
    }
    return floor;
  }
}
