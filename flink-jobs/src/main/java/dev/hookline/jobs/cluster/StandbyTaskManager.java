package dev.hookline.jobs.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.rocksdb.NativeLibraryLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's TaskManager, which gets ready for the job before it is given a task. One that stands by
 * has nothing to do; one that takes over cold has to load some thousand classes and RocksDB's
 * library first, which on two cores takes longer than all the rest of a recovery.
 *
 * <p>Getting ready changes nothing but what is loaded. What cannot be loaded ahead is loaded when
 * it is needed, as in Flink's own.
 */
public final class StandbyTaskManager {

  /**
   * How long after its start it gets ready. A TaskManager often starts because another has failed:
   * whichever has taken over shall have the processor for itself.
   */
  static final Duration LATER = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StandbyTaskManager.class);

  private StandbyTaskManager() {}

  /**
   * Runs a TaskManager.
   *
   * @param args those of {@link TaskManagerRunner}
   * @throws Exception what that throws
   */
  public static void main(String[] args) throws Exception {
    Configuration config = TaskManagerRunner.loadConfiguration(args);
    String temp = ConfigurationUtils.parseTempDirectories(config)[0];
    CompletableFuture.delayedExecutor(
            LATER.toMillis(), TimeUnit.MILLISECONDS, StandbyTaskManager::inADaemon)
        .execute(() -> getReadyAndTell(temp));
    TaskManagerRunner.main(args);
  }

  private static void inADaemon(Runnable work) {
    Thread thread = new Thread(work, "get-ready");
    thread.setDaemon(true);
    thread.start();
  }

  private static void getReadyAndTell(String temp) {
    try {
      long begun = System.nanoTime();
      List<String> missing = getReady(temp);
      LOG.info(
          "ready for the job of release {} after {} ms, but for {} classes: {}",
          Release.here(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun),
          missing.size(),
          missing);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("not ready: the first task will take some seconds longer", e);
    }
  }

  /**
   * Loads what the job's tasks need.
   *
   * @param temp a folder that can be written; RocksDB's library is unpacked there
   * @return the classes that could not be loaded
   * @throws IOException when the library cannot be unpacked, or a resource not be read
   */
  static List<String> getReady(String temp) throws IOException {
    // Flink asks the same loader, which loads once in a process.
    NativeLibraryLoader.getInstance().loadLibrary(temp);
    return TaskClasses.load(TaskClasses.names());
  }
}
