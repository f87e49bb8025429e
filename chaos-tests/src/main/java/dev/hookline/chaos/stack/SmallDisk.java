package dev.hookline.chaos.stack;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small file system in memory, mounted over a folder, that can be filled to its last byte and
 * emptied again. Needs the right to mount.
 */
public final class SmallDisk implements AutoCloseable {

  private static final String FILLER = "filler";
  private static final int PIECE = 1 << 20;

  private final Path folder;
  private final Thread onExit = new Thread(this::unmount, "unmount");

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Mounts one.
   *
   * @param folder made when missing; must be empty
   * @param mebibytes its size
   * @throws IOException with the system's words, when it cannot be mounted
   */
  public static SmallDisk mount(Path folder, int mebibytes) throws IOException {
    Files.createDirectories(folder);
    SmallDisk disk = new SmallDisk(folder);
    run(List.of("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder + ""));
    // A mount outlives the process that made it.
    Runtime.getRuntime().addShutdownHook(disk.onExit);
    return disk;
  }

  /**
   * Takes all space that is left.
   *
   * @return how many bytes
   */
  public long fill() {
    byte[] piece = new byte[PIECE];
    Arrays.fill(piece, (byte) 1);
    long written = 0;
    try (OutputStream out = Files.newOutputStream(folder.resolve(FILLER))) {
      int length = PIECE;
      while (length > 0) {
        try {
          out.write(piece, 0, length);
          written += length;
        } catch (IOException full) {
          length /= 2; // the last bytes too: a small insert must not find room
        }
      }
    } catch (IOException e) {
      // Closing a file on a full disk may fail as well.
      return written;
    }
    return written;
  }

  /** Gives the space back. */
  public void empty() {
    try {
      Files.deleteIfExists(folder.resolve(FILLER));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give back the space in " + folder, e);
    }
  }

  /** Bytes that are left. */
  public long free() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at " + folder, e);
    }
  }

  @Override
  public void close() {
    unmount();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  private void unmount() {
    try {
      run(List.of("umount", "--lazy", folder.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unmount " + folder, e);
    }
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var output = process.getInputStream()) {
      String text = new String(output.readNBytes(2_000), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + ": " + text);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in " + String.join(" ", command), e);
    }
  }
}
