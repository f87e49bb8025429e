package dev.hookline.devstack.npm;

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

/** Lets one fetch at a time work on a cache entry, over threads and processes. */
final class CacheLock {
  private final FileChannel channel;

  private CacheLock(FileChannel channel) {
    this.channel = channel;
  }

  static CacheLock acquire(Path file, Duration limit, Consumer<String> progress)
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
              progress.accept("Waiting for another process that fetches the same package ...");
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
  void close() throws IOException {
    channel.close();
  }
}
