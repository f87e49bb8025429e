package dev.hookline.devstack.flink;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.process.ChildProcess;
import java.time.Duration;
import java.util.List;

/**
 * The job as it was submitted, which Flink keeps in ZooKeeper beside the pointers to the
 * checkpoints. A JobManager that finds it runs it as it was, with the former graph, arguments and
 * addresses, and ignores what its own main says. When a whole cluster starts, the plan is deleted
 * before: main is then submitted as it is now, under the same id, and takes the state from the
 * newest completed checkpoint. A JobManager that dies and comes back alone finds the plan.
 */
final class SubmittedPlan {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final int ATTEMPTS = 5;
  private static final String NAME = "flink-plan";
  private static final String SHELL =
      "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.ZooKeeperMain";

  private SubmittedPlan() {}

  /**
   * Deletes the plan of a job; nothing of it runs.
   *
   * @throws DevStackException if ZooKeeper does not do it
   */
  static void delete(ClusterFiles files, String zookeeper, String jobId) {
    String node = "/flink/hookline/execution-plans/" + jobId;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try (ChildProcess shell =
          files.start(
              NAME,
              List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
              SHELL,
              List.of("-server", zookeeper, "deleteall", node))) {
        if (shell.awaitExit(LIMIT) && isGone(node, shell.exitCode(), shell.logTail())) {
          return;
        }
      }
    }
    throw new DevStackException("flink: cannot delete " + node + " in ZooKeeper, see its log");
  }

  /**
   * What ZooKeeper's shell has said. A plan that is not there makes an error, and one that was not
   * deleted, since a killed JobManager's lock in it went in that moment, makes none.
   */
  static boolean isGone(String node, int exitCode, String output) {
    return exitCode == 0
        ? !output.contains("Failed to delete")
        : output.lines().anyMatch(line -> line.endsWith("Node does not exist: " + node));
  }
}
