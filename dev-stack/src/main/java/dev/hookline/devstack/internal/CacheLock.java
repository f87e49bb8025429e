package dev.hookline.devstack.internal;

import dev.hookline.devstack.process.BoundedWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Lets one fetch at a time work on a part of the cache, over threads and processes. */
public final class CacheLock {
  private final FileChannel channel;

  private CacheLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock.
   *
   * @param file the lock's file, created when missing; its folder must be there
   * @param limit how long to wait at most
   * @param progress gets one line when another holds the lock
   * @throws dev.hookline.devstack.DevStackException if it was not free within the limit
   * @throws IOException if the file cannot be opened
   */
  public static CacheLock acquire(Path file, Duration limit, Consumer<String> progress)
      throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    AtomicReference<FileLock> lock = new AtomicReference<>();
    AtomicBoolean told = new AtomicBoolean();
    try {
      BoundedWait.until(
          "the lock " + file,
          limit,
          () -> {
            lock.set(tryLock(channel));
            if (lock.get() == null && told.compareAndSet(false, true)) {
              progress.accept("Waiting for another that fetches the same ...");
            }
            return lock.get() != null;
          });
      return new CacheLock(channel);
    } catch (RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileLock tryLock(FileChannel channel) {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // another thread of this JVM holds it
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closing the channel releases the lock. The file stays: deleting it would let two in. */
  public void close() throws IOException {
    channel.close();
  }
}
