package dev.hookline.chaos.run;

import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * That one run at a time has a folder: a second one would remove the first one's stack. The system
 * lets go of it whatever becomes of the process.
 */
public final class RunLock implements AutoCloseable {

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the folder.
   *
   * @param folder of runs; made when it is missing
   * @throws CliFailure when another run has it, or it cannot be written to
   */
  public static RunLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isFree(channel)) {
        channel.close();
        throw CliFailure.undecided(
            "another chaos run is under way in "
                + folder
                + ": wait for its end, or use another checkout");
      }
      return new RunLock(channel);
    } catch (IOException e) {
      throw CliFailure.undecided(folder + " cannot be taken for a run: " + e, e);
    }
  }

  private static boolean isFree(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  /** Lets go of the folder. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw CliFailure.undecided("the lock of the run's folder cannot be closed: " + e, e);
    }
  }
}
