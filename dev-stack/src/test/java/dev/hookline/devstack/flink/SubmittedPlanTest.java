package dev.hookline.devstack.flink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ZooKeeper's shell says of {@code deleteall /plans/1}; the rest is in the cluster's. */
class SubmittedPlanTest {

  @ParameterizedTest
  @CsvSource({
    "0, 'WATCHER::\n\nWatchedEvent state:SyncConnected type:None path:null', true",
    "1, 'WatchedEvent state:SyncConnected\nNode does not exist: /plans/1\n', true",
    // the lock of a JobManager whose session ended between the listing and the deletion
    "1, 'Node does not exist: /plans/1/locks/0000-1', false",
    "0, 'Failed to delete some node(s) in the subtree!', false",
    "1, 'KeeperErrorCode = ConnectionLoss for /plans/1', false",
    "1, 'Node does not exist: /flink/plans/10', false"
  })
  void aPlanIsGoneWhenItIsDeletedOrWasNotThere(int exitCode, String output, boolean gone) {
    assertThat(SubmittedPlan.isGone("/plans/1", exitCode, output)).isEqualTo(gone);
  }
}
