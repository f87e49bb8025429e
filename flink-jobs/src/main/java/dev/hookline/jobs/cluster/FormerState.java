package dev.hookline.jobs.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.CompletedCheckpoint;
import org.apache.flink.runtime.state.RetrievableStateHandle;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.KeeperException;
import org.apache.flink.util.InstantiationUtil;

/**
 * What a job has left in ZooKeeper (pointers to its checkpoints) and in the folder of the
 * checkpoints, which belong together.
 *
 * <p>A JobManager that submits the job and cannot take the state that a pointer leads to gives the
 * job up for good, and deletes the pointers (Flink 2.2.1: {@code
 * Dispatcher.handleJobManagerRunnerResult}; only one that recovers a submitted job ends without
 * that). The next start finds none and begins at the beginning of the log: every row is written
 * again. So nothing is started where the two do not fit.
 */
final class FormerState {
  private static final String POINTERS = "/checkpoints"; // ZooKeeperUtils' own is private
  private static final String FOLDER = "chk-";
  private static final String METADATA = "_metadata"; // the last file that a checkpoint writes

  private final CuratorFramework zookeeper;
  private final Configuration config;
  private final JobID job;

  /**
   * Nothing is asked yet.
   *
   * @param zookeeper connected, in the cluster's namespace
   * @param config Flink's
   * @param job the id that the job is submitted with
   */
  FormerState(CuratorFramework zookeeper, Configuration config, JobID job) {
    this.zookeeper = zookeeper;
    this.config = config;
    this.job = job;
  }

  /**
   * Lets the start go on, or not.
   *
   * @throws UnfitStateException when a pointer leads to nothing that can be read, or when there are
   *     checkpoints, no pointer to any, and none is named to start from
   * @throws Exception when ZooKeeper, or the folder, cannot be asked
   */
  void requireFit() throws Exception {
    List<String> pointers = children(POINTERS);
    for (String pointer : pointers) {
      requireReadable(pointer);
    }
    if (pointers.isEmpty() && !config.contains(StateRecoveryOptions.SAVEPOINT_PATH)) {
      requireNoneCompleted();
    }
  }

  private String node(String below) {
    return ZooKeeperUtils.getJobsPath() + ZooKeeperUtils.getPathForJob(job) + below;
  }

  private List<String> children(String path) throws Exception {
    try {
      return zookeeper.getChildren().forPath(node(path));
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  private void requireReadable(String pointer) throws Exception {
    String node = node(POINTERS + "/" + pointer);
    try {
      RetrievableStateHandle<CompletedCheckpoint> handle =
          InstantiationUtil.deserializeObject(
              zookeeper.getData().forPath(node), FormerState.class.getClassLoader());
      try (InputStream metadata = handle.retrieveState().getMetadataHandle().openInputStream()) {
        if (metadata.read() < 0) {
          throw new IOException("the metadata is empty");
        }
      }
    } catch (KeeperException.NoNodeException e) {
      // A JobManager that still runs has subsumed it meanwhile.
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      if (zookeeper.checkExists().forPath(node) != null) {
        throw unreadable(pointer, e);
      }
    }
  }

  private UnfitStateException unreadable(String pointer, Exception cause) {
    return new UnfitStateException(
        String.format(
            "ZooKeeper points to checkpoint %d of job %s, which cannot be read (%s). Bring back what"
                + " belongs to this ZooKeeper in %s and in %s, or the ZooKeeper that belongs to it;"
                + " started now, the job would lose every pointer to its state",
            Long.parseLong(pointer), job, cause, storage(), checkpoints()),
        cause);
  }

  private void requireNoneCompleted() throws Exception {
    OptionalLong newest = newestComplete();
    if (newest.isEmpty() || (newest.getAsLong() == 1 && hasCounter())) {
      return;
    }
    throw new UnfitStateException(
        String.format(
            "there are checkpoints of job %s in %s, and ZooKeeper has no pointer to any: it is not"
                + " the ZooKeeper that they belong to, or the job was cancelled, or could not take"
                + " its state. Start from the newest by HOOKLINE_RESTORE_FROM=%s (of no effect once"
                + " there are pointers), or move the folder away: the job then begins anew and reads"
                + " the whole log again",
            job, checkpoints(), new Path(checkpoints(), FOLDER + newest.getAsLong())),
        null);
  }

  /**
   * Whether the job has begun with this ZooKeeper. The first checkpoint's files are then of one
   * that was never completed: the process died before ZooKeeper knew of it.
   */
  private boolean hasCounter() throws Exception {
    return zookeeper.checkExists().forPath(node(ZooKeeperUtils.getCheckpointIdCounterPath()))
        != null;
  }

  private OptionalLong newestComplete() throws IOException {
    FileSystem files = checkpoints().getFileSystem();
    if (!files.exists(checkpoints())) {
      return OptionalLong.empty();
    }
    LongStream.Builder complete = LongStream.builder();
    for (FileStatus one : files.listStatus(checkpoints())) {
      String name = one.getPath().getName();
      if (name.startsWith(FOLDER) && files.exists(new Path(one.getPath(), METADATA))) {
        complete.add(Long.parseLong(name.substring(FOLDER.length())));
      }
    }
    return complete.build().max();
  }

  private String storage() {
    return config.get(HighAvailabilityOptions.HA_STORAGE_PATH);
  }

  private Path checkpoints() {
    return new Path(config.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY), job.toString());
  }
}
