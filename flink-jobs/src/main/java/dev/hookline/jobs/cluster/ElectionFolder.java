package dev.hookline.jobs.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.api.CuratorWatcher;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.CreateMode;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node in ZooKeeper in which JobManagers that would lead have a node each.
 *
 * <p>Flink makes it as a container, which ZooKeeper deletes when it finds it empty, once a minute.
 * It is empty when the only JobManager was away for longer than its session: paused, or cut off.
 * The JobManager that comes back then asks for the nodes in it, is told that there is no such
 * folder, and waits for ever; it runs, and no job does (CURATOR-724, in Curator 5.4.0 of Flink
 * 2.2.1, mended in 5.8.0). A folder that was there before Flink, and is none that ZooKeeper
 * deletes, stays.
 */
final class ElectionFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ElectionFolder.class);

  /** What is in a folder of ours: ZooKeeper does not tell a container from another node. */
  private static final byte[] OURS = "no container".getBytes(StandardCharsets.UTF_8);

  /** Below the root and the cluster's id, which the connection adds. */
  static final String PATH = ZooKeeperUtils.getLeaderPath() + ZooKeeperUtils.getLeaderLatchPath();

  private ElectionFolder() {}

  /**
   * Makes the folder one that lasts.
   *
   * <p>One that an earlier version has left is replaced when it is empty. While it is not, a
   * JobManager that was killed may still have its node there: that goes with its session, which is
   * waited for. If it stays, another JobManager runs, and the folder is left alone.
   *
   * @param zookeeper connected, in the cluster's namespace
   * @throws Exception when ZooKeeper does not answer
   */
  static void keep(CuratorFramework zookeeper) throws Exception {
    // what the server has agreed to, which may be more than was asked for
    int session = zookeeper.getZookeeperClient().getZooKeeper().getSessionTimeout();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2L * session);
    while (!lasts(zookeeper)) {
      if (!awaitChange(zookeeper, end)) {
        LOG.warn("another JobManager is in the election: its folder stays as it is");
        return;
      }
    }
  }

  /** Whether a node came or went, or there is none, before a moment of the monotonic clock. */
  private static boolean awaitChange(CuratorFramework zookeeper, long end) throws Exception {
    CountDownLatch changed = new CountDownLatch(1);
    CuratorWatcher watcher = event -> changed.countDown();
    try {
      if (zookeeper.getChildren().usingWatcher(watcher).forPath(PATH).isEmpty()) {
        return System.nanoTime() - end < 0;
      }
    } catch (KeeperException.NoNodeException e) {
      return System.nanoTime() - end < 0;
    }
    return changed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private static boolean lasts(CuratorFramework zookeeper) throws Exception {
    try {
      if (zookeeper.checkExists().forPath(PATH) != null) {
        if (Arrays.equals(zookeeper.getData().forPath(PATH), OURS)) {
          return true;
        }
        zookeeper.delete().forPath(PATH);
      }
      zookeeper
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.PERSISTENT)
          .forPath(PATH, OURS);
      return true;
    } catch (KeeperException.NotEmptyException
        | KeeperException.NoNodeException
        | KeeperException.NodeExistsException e) {
      return false; // somebody else is at it; the next look tells
    }
  }
}
