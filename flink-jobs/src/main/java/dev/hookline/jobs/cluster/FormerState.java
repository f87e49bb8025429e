package dev.hookline.jobs.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.CompletedCheckpoint;
import org.apache.flink.runtime.state.RetrievableStateHandle;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.KeeperException;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.data.Stat;
import org.apache.flink.util.InstantiationUtil;

/**
 * What a job has left in ZooKeeper (pointers to its checkpoints) and in the folders of its state,
 * which belong together.
 *
 * <p>A JobManager that submits the job and cannot take the state that a pointer leads to gives the
 * job up for good, and deletes the pointers (Flink 2.2.1: {@code
 * Dispatcher.handleJobManagerRunnerResult}; only one that recovers a submitted job ends without
 * that). The next start finds none and begins at the beginning of the log: every row is written
 * again. So nothing is started where the two do not fit.
 */
final class FormerState {
  private static final String POINTERS = "/checkpoints"; // ZooKeeperUtils' own is private
  private static final String FIRST = "chk-1";

  private final CuratorFramework zookeeper;
  private final Configuration config;
  private final JobID job;
  private final StateFolders folders;

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
    this.folders = new StateFolders(config, job);
  }

  /**
   * Lets the start go on, or not.
   *
   * @throws UnfitStateException when a pointer leads to nothing that can be read, or when there is
   *     state, no pointer to any, and the newest is not named to start from
   * @throws Exception when ZooKeeper, or a folder, cannot be asked
   */
  void requireFit() throws Exception {
    List<String> pointers = pointers();
    for (String pointer : pointers) {
      requireReadable(pointer, pointer.equals(Collections.max(pointers)));
    }
    if (pointers.isEmpty()) {
      requireNothingNewerThanNamed();
    }
  }

  /** In the order of their checkpoints once sorted, for Flink writes all with the same digits. */
  private List<String> pointers() throws Exception {
    List<String> live = new ArrayList<>();
    try {
      for (String pointer : zookeeper.getChildren().forPath(node(POINTERS))) {
        if (isLive(pointer)) {
          live.add(pointer);
        }
      }
    } catch (KeeperException.NoNodeException e) {
      // the job has never begun
    }
    return live;
  }

  /**
   * Flink deletes the locks below a pointer first, then the file, then the pointer, and takes one
   * without its locks for deleted ({@code ZooKeeperStateHandleStore.releaseAndTryRemove}).
   */
  private boolean isLive(String pointer) throws Exception {
    Stat found = zookeeper.checkExists().forPath(node(POINTERS + "/" + pointer));
    return found != null && found.getNumChildren() > 0;
  }

  private String node(String below) {
    return ZooKeeperUtils.getJobsPath() + ZooKeeperUtils.getPathForJob(job) + below;
  }

  private void requireReadable(String pointer, boolean newest) throws Exception {
    try {
      RetrievableStateHandle<CompletedCheckpoint> handle =
          InstantiationUtil.deserializeObject(
              zookeeper.getData().forPath(node(POINTERS + "/" + pointer)),
              FormerState.class.getClassLoader());
      CompletedCheckpoint checkpoint = handle.retrieveState();
      if (newest) {
        // Flink reads it only to begin with a named one; it tells that the folder is the right one
        try (InputStream metadata = checkpoint.getMetadataHandle().openInputStream()) {
          if (metadata.read() < 0) {
            throw new IOException("its metadata is empty");
          }
        }
      }
    } catch (KeeperException.NoNodeException e) {
      // A JobManager that still runs has subsumed it meanwhile.
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      if (isLive(pointer)) {
        throw unreadable(pointer, e);
      }
    }
  }

  private UnfitStateException unreadable(String pointer, Exception cause) {
    return new UnfitStateException(
        String.format(
            "ZooKeeper points to checkpoint %d of job %s, which cannot be read (%s). Bring back what"
                + " belongs to this ZooKeeper in %s and in %s, or the ZooKeeper that belongs to it;"
                + " started now, the job would lose every pointer to its state. If it is lost for"
                + " good, delete %s in ZooKeeper",
            Long.parseLong(pointer),
            job,
            cause,
            config.get(HighAvailabilityOptions.HA_STORAGE_PATH),
            folders,
            "/" + zookeeper.getNamespace() + node("")),
        cause);
  }

  private void requireNothingNewerThanNamed() throws Exception {
    Optional<Path> newest = folders.newest();
    Optional<Path> named = config.getOptional(StateRecoveryOptions.SAVEPOINT_PATH).map(Path::new);
    if (newest.isEmpty()
        || named.filter(one -> isAllowed(one, newest.get())).isPresent()
        || (newest.get().getName().equals(FIRST) && hasCounter())) {
      return;
    }
    throw new UnfitStateException(
        String.format(
            "there is state of job %s in %s, and ZooKeeper has no pointer to any: it is not the"
                + " ZooKeeper that it belongs to, or the job was stopped or cancelled, or could not"
                + " take its state. Start from the newest by HOOKLINE_RESTORE_FROM=%s%s, and take"
                + " that out again once the job runs. Or move away what is newer than what is meant;"
                + " without any the job begins anew and reads the whole log again",
            job,
            folders,
            newest.get(),
            named
                .map(one -> " (it is set to " + one + ", which is older or not there)")
                .orElse("")),
        null);
  }

  /**
   * One from elsewhere is a person's choice; an older one of the folders may be a forgotten one.
   */
  private boolean isAllowed(Path named, Path newest) {
    return !folders.hold(named) || named.getPath().equals(newest.getPath());
  }

  /**
   * Whether the job has begun with this ZooKeeper. The first checkpoint's files are then of one
   * that was never completed: the process died before ZooKeeper knew of it.
   */
  private boolean hasCounter() throws Exception {
    return zookeeper.checkExists().forPath(node(ZooKeeperUtils.getCheckpointIdCounterPath()))
        != null;
  }
}
