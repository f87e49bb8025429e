package dev.hookline.devstack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a folder for one stack: two on the same data would spoil it. Ends with the process. */
public final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock or fails at once.
   *
   * @param folder made when it is missing
   * @throws DevStackException if another stack, of this process or of another, holds it
   */
  public static FolderLock take(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("stack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new DevStackException(
            "another stack runs on " + folder + ": stop it first or choose another data folder");
      }
      return new FolderLock(channel);
    } catch (IOException e) {
      throw new DevStackException("cannot lock " + folder + ": " + e.getMessage(), e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another stack of this very process
    }
  }

  /** Closing the channel releases the lock; the file stays. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
