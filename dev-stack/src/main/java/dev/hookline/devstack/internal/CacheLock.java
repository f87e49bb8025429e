package dev.hookline.devstack.internal;

import dev.hookline.devstack.process.BoundedWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Lets one fetch at a time work on a part of the cache, over threads and processes. */
public final class CacheLock {
  /**
   * By file, for the threads of this JVM: to close any channel drops the JVM's lock on its file.
   */
  private static final Map<Path, Semaphore> THREADS = new ConcurrentHashMap<>();

  private final Semaphore threads;
  private final FileChannel channel;

  private CacheLock(Semaphore threads, FileChannel channel) {
    this.threads = threads;
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
    AtomicBoolean told = new AtomicBoolean();
    Runnable waits =
        () -> {
          if (told.compareAndSet(false, true)) {
            progress.accept("Waiting for another that fetches the same ...");
          }
        };
    long begun = System.nanoTime();
    Semaphore threads = THREADS.computeIfAbsent(file.toAbsolutePath(), key -> new Semaphore(1));
    await(file, limit, threads::tryAcquire, waits);
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileChannel opened = channel;
      Duration left = limit.minusNanos(System.nanoTime() - begun);
      await(file, left, () -> isLocked(opened), waits);
      return new CacheLock(threads, channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      threads.release();
      throw e;
    }
  }

  private static void await(Path file, Duration limit, BooleanSupplier taken, Runnable waits) {
    BoundedWait.until(
        "the lock " + file,
        limit,
        () -> {
          boolean got = taken.getAsBoolean();
          if (!got) {
            waits.run();
          }
          return got;
        });
  }

  private static boolean isLocked(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closing the channel releases the lock. The file stays: deleting it would let two in. */
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      threads.release();
    }
  }
}
