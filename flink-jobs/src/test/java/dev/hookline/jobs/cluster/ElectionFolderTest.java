package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.runtime.blob.VoidBlobStore;
import org.apache.flink.runtime.highavailability.HighAvailabilityServices;
import org.apache.flink.runtime.highavailability.zookeeper.CuratorFrameworkWithUnhandledErrorListener;
import org.apache.flink.runtime.highavailability.zookeeper.ZooKeeperLeaderElectionHaServices;
import org.apache.flink.runtime.leaderelection.LeaderContender;
import org.apache.flink.runtime.leaderelection.LeaderElection;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.CreateMode;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real ZooKeeper, which deletes empty containers every 200 ms. */
class ElectionFolderTest {
  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "flink");
  private static final String FOLDER = ElectionFolder.PATH;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private static Path temp;
  private static ZooKeeper zooKeeper;
  private static int clusters;

  private final Configuration config = new Configuration();
  private CuratorFrameworkWithUnhandledErrorListener client;
  private CuratorFramework zookeeper;

  @BeforeAll
  static void start() {
    zooKeeper =
        ZooKeeper.builder(LIB, new DataFolder(temp)).containerCheck(Duration.ofMillis(200)).start();
  }

  @AfterAll
  static void stop() {
    zooKeeper.close();
  }

  @BeforeEach
  void connect() {
    config.set(HighAvailabilityOptions.HA_MODE, "zookeeper");
    config.set(HighAvailabilityOptions.HA_ZOOKEEPER_QUORUM, zooKeeper.endpoint());
    config.set(HighAvailabilityOptions.HA_CLUSTER_ID, "/cluster-" + clusters++);
    config.set(HighAvailabilityOptions.ZOOKEEPER_SESSION_TIMEOUT, Duration.ofSeconds(3));
    client = connection(patient());
    zookeeper = client.asCuratorFramework();
  }

  /** Whose session outlasts a slow machine's pauses, and the end of a session of the others. */
  private Configuration patient() {
    Configuration patient = new Configuration(config);
    patient.set(HighAvailabilityOptions.ZOOKEEPER_SESSION_TIMEOUT, Duration.ofSeconds(20));
    return patient;
  }

  private static CuratorFrameworkWithUnhandledErrorListener connection(Configuration settings) {
    return ZooKeeperUtils.startCuratorFramework(
        settings,
        e -> {
          throw new AssertionError(e);
        });
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  private static void elect(CuratorFramework contender, String folder) throws Exception {
    contender
        .create()
        .creatingParentContainersIfNeeded() // as Flink's election does
        .withMode(CreateMode.EPHEMERAL)
        .forPath(folder + "/contender");
  }

  private void electAndLeave(String folder) throws Exception {
    elect(zookeeper, folder);
    zookeeper.delete().forPath(folder + "/contender");
  }

  private void awaitDeleted(String folder) {
    await(folder + " to be deleted, being an empty container")
        .atMost(LIMIT)
        .until(() -> zookeeper.checkExists().forPath(folder) == null);
  }

  /** Left empty before a container that ZooKeeper has deleted since, the folder is still there. */
  private void assertItLasts() throws Exception {
    long made = zookeeper.checkExists().forPath(FOLDER).getCzxid();
    electAndLeave(FOLDER);
    electAndLeave("/control");
    awaitDeleted("/control");
    assertThat(zookeeper.checkExists().forPath(FOLDER)).isNotNull();
    assertThat(zookeeper.checkExists().forPath(FOLDER).getCzxid()).isEqualTo(made);
  }

  @Test
  void withoutItTheFolderIsDeletedAfterAnElection() throws Exception {
    electAndLeave(FOLDER);
    awaitDeleted(FOLDER);
  }

  @Test
  void aFolderThatWasMadeBeforeOutlastsAnElection() throws Exception {
    LastingJobManager.prepare(config);
    assertItLasts();
  }

  @Test
  void anEmptyContainerIsReplaced() throws Exception {
    zookeeper
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.CONTAINER)
        .forPath(FOLDER); // never used, so ZooKeeper leaves it
    LastingJobManager.prepare(config);
    assertItLasts();
  }

  @Test
  void theNodeOfAKilledJobManagerIsWaitedFor() throws Exception {
    try (FaultyProxy way =
        FaultyProxy.to(URI.create("zookeeper://" + zooKeeper.endpoint()).getPort())) {
      Configuration itsWay = new Configuration(config);
      itsWay.set(HighAvailabilityOptions.HA_ZOOKEEPER_QUORUM, "127.0.0.1:" + way.port());
      try (CuratorFrameworkWithUnhandledErrorListener killed = connection(itsWay)) {
        elect(killed.asCuratorFramework(), FOLDER);
        way.cut(); // its node stays for as long as its session
        assertThat(zookeeper.checkExists().forPath(FOLDER).getNumChildren()).isEqualTo(1);
        LastingJobManager.prepare(patient()); // which waits as long as its own session allows
      }
    }
    assertItLasts();
  }

  /**
   * It is as ZooKeeper had it, and not marked as one of ours either: a mark on a container, which
   * ZooKeeper deletes, would keep every later start from replacing it.
   */
  @Test
  void theFolderOfAnotherJobManagerThatRunsIsLeftAlone() throws Exception {
    elect(zookeeper, FOLDER);
    Stat folder = zookeeper.checkExists().forPath(FOLDER);
    Stat contender = zookeeper.checkExists().forPath(FOLDER + "/contender");
    LastingJobManager.prepare(config);
    assertThat(zookeeper.checkExists().forPath(FOLDER)).isEqualTo(folder);
    assertThat(zookeeper.checkExists().forPath(FOLDER + "/contender")).isEqualTo(contender);

    zookeeper.delete().forPath(FOLDER + "/contender");
    LastingJobManager.prepare(config);
    assertItLasts();
  }

  @Test
  void aSecondStartChangesNothing() throws Exception {
    LastingJobManager.prepare(config);
    long made = zookeeper.checkExists().forPath(FOLDER).getCzxid();
    LastingJobManager.prepare(config);
    assertThat(zookeeper.checkExists().forPath(FOLDER).getCzxid()).isEqualTo(made);
  }

  /** Settings of the file, over which the command line wins. */
  @Test
  void theJobManagersMainMakesTheFolderOfItsCluster(@TempDir Path conf) throws Exception {
    Files.writeString(
        conf.resolve("config.yaml"),
        "high-availability: {type: zookeeper, cluster-id: %s, zookeeper: {quorum: nowhere:1}}"
            .formatted(config.get(HighAvailabilityOptions.HA_CLUSTER_ID)));
    LastingJobManager.prepare(
        LastingJobManager.configuration(
            new String[] {
              "--configDir",
              conf.toString(),
              "--job-classname",
              "some.Job",
              "-Dhigh-availability.zookeeper.quorum=" + zooKeeper.endpoint(),
              "--",
              "--config",
              "file"
            }));
    assertItLasts();
  }

  private static final class Contender implements LeaderContender {
    private final AtomicInteger granted = new AtomicInteger();

    @Override
    public void grantLeadership(UUID session) {
      granted.incrementAndGet();
    }

    @Override
    public void revokeLeadership() {}

    @Override
    public void handleError(Exception e) {
      throw new AssertionError(e);
    }
  }

  /**
   * By Flink's own election. The JobManager's node goes with its session, and ZooKeeper looks for
   * empty containers meanwhile: the moment at which a JobManager that had been paused or cut off
   * was lost for good.
   */
  @Test
  @SuppressWarnings("try") // Flink's close() may throw anything, an interrupt included
  void aJobManagerThatWasAwayForLongerThanItsSessionLeadsAgain() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Contender contender = new Contender();
    try (FaultyProxy way =
        FaultyProxy.to(URI.create("zookeeper://" + zooKeeper.endpoint()).getPort())) {
      Configuration away = new Configuration(config);
      away.set(HighAvailabilityOptions.HA_ZOOKEEPER_QUORUM, "127.0.0.1:" + way.port());
      away.set(HighAvailabilityOptions.HA_STORAGE_PATH, temp.resolve("ha").toUri().toString());
      away.set(HighAvailabilityOptions.ZOOKEEPER_TOLERATE_SUSPENDED_CONNECTIONS, true);
      LastingJobManager.prepare(away);
      try (HighAvailabilityServices services =
              new ZooKeeperLeaderElectionHaServices(
                  connection(away), away, executor, new VoidBlobStore());
          LeaderElection election = services.getDispatcherLeaderElection()) {
        election.startLeaderElection(contender);
        await("leadership").atMost(LIMIT).until(() -> contender.granted.get() == 1);
        assertThat(zookeeper.getChildren().forPath(FOLDER)).as("where Flink elects").hasSize(1);
        way.cut();
        await("the session to expire")
            .atMost(LIMIT)
            .until(() -> zookeeper.checkExists().forPath(FOLDER).getNumChildren() == 0);
        electAndLeave("/control");
        awaitDeleted("/control");
        way.pass();
        await("leadership again").atMost(LIMIT).until(() -> contender.granted.get() == 2);
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
