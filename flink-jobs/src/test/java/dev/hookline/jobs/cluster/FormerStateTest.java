package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.blob.VoidBlobStore;
import org.apache.flink.runtime.checkpoint.CheckpointProperties;
import org.apache.flink.runtime.checkpoint.CheckpointRetentionPolicy;
import org.apache.flink.runtime.checkpoint.CheckpointsCleaner;
import org.apache.flink.runtime.checkpoint.CompletedCheckpoint;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStore;
import org.apache.flink.runtime.checkpoint.ZooKeeperCheckpointStoreUtil;
import org.apache.flink.runtime.highavailability.zookeeper.CuratorFrameworkWithUnhandledErrorListener;
import org.apache.flink.runtime.highavailability.zookeeper.ZooKeeperLeaderElectionHaServices;
import org.apache.flink.runtime.state.RetrievableStateHandle;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.filesystem.FsCompletedCheckpointStorageLocation;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real ZooKeeper, written to by Flink's own services. */
class FormerStateTest {
  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "flink");

  @TempDir private static Path data;
  private static ZooKeeper zooKeeper;
  private static int clusters;

  @TempDir private Path temp;
  private final JobID job = new JobID(0, 1);
  private final Configuration config = new Configuration();
  private ExecutorService executor;
  private ZooKeeperLeaderElectionHaServices flink;

  @BeforeAll
  static void startZooKeeper() {
    zooKeeper = ZooKeeper.builder(LIB, new DataFolder(data)).start();
  }

  @AfterAll
  static void stopZooKeeper() {
    zooKeeper.close();
  }

  @BeforeEach
  void connect() throws Exception {
    config.set(HighAvailabilityOptions.HA_MODE, "zookeeper");
    config.set(HighAvailabilityOptions.HA_ZOOKEEPER_QUORUM, zooKeeper.endpoint());
    config.set(HighAvailabilityOptions.HA_CLUSTER_ID, "/state-" + clusters++);
    config.set(
        CheckpointingOptions.SAVEPOINT_DIRECTORY, temp.resolve("savepoints").toUri().toString());
    config.set(HighAvailabilityOptions.HA_STORAGE_PATH, temp.resolve("ha").toUri().toString());
    config.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, temp.resolve("checkpoints").toUri().toString());
    config.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, job.toString());
    executor = Executors.newSingleThreadExecutor();
    flink = services();
  }

  private ZooKeeperLeaderElectionHaServices services() throws Exception {
    return new ZooKeeperLeaderElectionHaServices(
        ZooKeeperUtils.startCuratorFramework(config, FormerStateTest::fail),
        config,
        executor,
        new VoidBlobStore());
  }

  @AfterEach
  void disconnect() throws Exception {
    flink.close();
    executor.shutdownNow();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).as("Flink's thread ended").isTrue();
  }

  @Test
  void aJobThatHasLeftNothingStarts() {
    assertStarts();
  }

  @Test
  void aJobWhoseCheckpointIsThereStarts() throws Exception {
    complete(7);
    assertStarts();
  }

  @Test
  void aPointerToMetadataThatIsGoneIsRefusedAndStays() throws Exception {
    complete(7);
    Files.delete(folder(7).resolve("_metadata"));
    assertThatThrownBy(this::start)
        .isInstanceOf(UnfitStateException.class)
        .hasMessageContaining("points to checkpoint 7 of job " + job)
        .hasMessageContaining("Bring back")
        .hasMessageContaining(temp.resolve("ha").toString())
        .hasMessageContaining(temp.resolve("checkpoints").toString());
    assertThatThrownBy(this::start).as("again").hasMessageContaining("points to checkpoint 7");
  }

  /** As with an empty volume. Nobody holds the locks: the former JobManager is dead. */
  @Test
  void aPointerWhoseOwnFileIsGoneIsRefused() throws Exception {
    complete(7);
    flink.close();
    flink = services();
    for (Path file : filesIn(temp.resolve("ha"))) {
      Files.delete(file);
    }
    Files.delete(folder(7).resolve("_metadata"));
    assertThatThrownBy(this::start)
        .hasMessageContaining("points to checkpoint 7")
        .hasMessageContaining("delete /flink/state-")
        .hasMessageContaining("/jobs/" + job + " in ZooKeeper");
  }

  /** Flink recovers from what the pointers lead to; the older ones' folders are not asked for. */
  @Test
  void ofSeveralPointersTheNewestMustHaveItsMetadata() throws Exception {
    complete(9);
    complete(10);
    Files.delete(folder(9).resolve("_metadata"));
    assertStarts();
    Files.delete(folder(10).resolve("_metadata"));
    assertThatThrownBy(this::start).hasMessageContaining("points to checkpoint 10");
  }

  /** A JobManager that died while it deleted one has left it for ever, and Flink ignores it. */
  @Test
  void aPointerThatFlinkWasDeletingIsNone() throws Exception {
    complete(7);
    complete(8);
    deleteHalf(7);
    assertStarts();
    deleteHalf(8);
    assertThatThrownBy(this::start).hasMessageContaining("no pointer to any");
  }

  @Test
  void stateWithoutAPointerIsRefusedUntilItIsNamedOrGone() throws Exception {
    write(7);
    write(12);
    Files.createDirectories(folder(13)); // has not come to its end
    Files.move(write(14).getParent(), temp.resolve(folder(14) + ".bad")); // set aside by a person
    assertThatThrownBy(this::start)
        .isInstanceOf(UnfitStateException.class)
        .hasMessageContaining("no pointer to any")
        .hasMessageContaining("HOOKLINE_RESTORE_FROM=" + uri(folder(12)) + ",");

    config.set(StateRecoveryOptions.SAVEPOINT_PATH, folder(12).toString());
    assertStarts();

    config.removeConfig(StateRecoveryOptions.SAVEPOINT_PATH);
    assertThatThrownBy(this::start).isInstanceOf(UnfitStateException.class);
    Files.move(temp.resolve("checkpoints"), temp.resolve("away"));
    assertStarts();
  }

  /** It was named once, and the line has stayed. */
  @Test
  void aNamedOneThatIsNotTheNewestIsRefusedAndOneFromElsewhereIsNot() throws Exception {
    write(7);
    write(12);
    config.set(StateRecoveryOptions.SAVEPOINT_PATH, uri(folder(7)));
    assertThatThrownBy(this::start)
        .hasMessageContaining("HOOKLINE_RESTORE_FROM=" + uri(folder(12)))
        .hasMessageContaining("(it is set to " + uri(folder(7)) + ", which is older or not there)");
    config.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///backup/savepoint-1");
    assertStarts();
  }

  /** Flink has deleted checkpoints and pointers then, and would begin anew. */
  @Test
  void aJobThatWasStoppedWithASavepointGoesOnFromIt() throws Exception {
    Path savepoint = temp.resolve("savepoints").resolve("savepoint-000000-abc");
    write(12);
    written(Files.createDirectories(savepoint), 13);
    written(Files.createDirectories(savepoint.resolveSibling("savepoint-123456-abc")), 14);
    assertThatThrownBy(this::start).hasMessageContaining("HOOKLINE_RESTORE_FROM=" + uri(savepoint));
    config.set(StateRecoveryOptions.SAVEPOINT_PATH, uri(savepoint));
    assertStarts();
  }

  /** What Flink does with a job that could not take its state. */
  @Test
  void aJobWhosePointersFlinkHasDeletedIsRefused() throws Exception {
    complete(1);
    complete(2);
    flink.globalCleanupAsync(job, executor).get(30, TimeUnit.SECONDS);
    assertThatThrownBy(this::start).hasMessageContaining("no pointer to any");
  }

  /** Killed between the files of the first checkpoint and its pointer, it is to come back. */
  @Test
  void aFirstCheckpointThatWasUnderWayIsNoState() throws Exception {
    write(1);
    assertThatThrownBy(this::start).hasMessageContaining("no pointer to any");
    flink.getCheckpointRecoveryFactory().createCheckpointIDCounter(job).start();
    assertStarts();
    write(2);
    assertThatThrownBy(this::start).hasMessageContaining(uri(folder(2)));
  }

  @Test
  void theCommandLineNamesTheJobAndTheSavepoint() throws Exception {
    Files.writeString(temp.resolve("config.yaml"), "parallelism: {default: 2}");
    Configuration read =
        LastingJobManager.configuration(
            new String[] {
              "--configDir",
              temp.toString(),
              "--job-id",
              job.toString(),
              "--job-classname",
              "some.Job",
              "--fromSavepoint",
              "file:///some",
              "--",
              "-s",
              "other"
            });
    assertThat(read.get(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID)).isEqualTo(job.toString());
    assertThat(read.get(StateRecoveryOptions.SAVEPOINT_PATH)).isEqualTo("file:///some");
  }

  private void start() throws Exception {
    LastingJobManager.prepare(config);
  }

  private void assertStarts() {
    assertThatCode(this::start).doesNotThrowAnyException();
  }

  private Path folder(long checkpoint) {
    return temp.resolve("checkpoints").resolve(job.toString()).resolve("chk-" + checkpoint);
  }

  /** As Flink writes a path of a local file. */
  private static String uri(Path path) {
    return "file:" + path;
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private Path write(long checkpoint) throws IOException {
    return written(Files.createDirectories(folder(checkpoint)), checkpoint);
  }

  /** As if the checkpoint had been written in that second. */
  private static Path written(Path folder, long second) throws IOException {
    Path metadata = Files.writeString(folder.resolve("_metadata"), "some");
    return Files.setLastModifiedTime(metadata, FileTime.from(second, TimeUnit.SECONDS));
  }

  /** The first two of the three steps by which Flink deletes a pointer. */
  private void deleteHalf(long checkpoint) throws Exception {
    String pointer =
        ZooKeeperUtils.getJobsPath()
            + ZooKeeperUtils.getPathForJob(job)
            + "/checkpoints"
            + ZooKeeperCheckpointStoreUtil.INSTANCE.checkpointIDToName(checkpoint);
    try (CuratorFrameworkWithUnhandledErrorListener client =
        ZooKeeperUtils.startCuratorFramework(config, FormerStateTest::fail)) {
      CuratorFramework zookeeper = client.asCuratorFramework();
      RetrievableStateHandle<CompletedCheckpoint> handle =
          InstantiationUtil.deserializeObject(
              zookeeper.getData().forPath(pointer), FormerStateTest.class.getClassLoader());
      zookeeper.delete().deletingChildrenIfNeeded().forPath(pointer + "/locks");
      handle.discardState();
    }
  }

  private static void fail(Throwable failure) {
    throw new AssertionError(failure);
  }

  /** Writes a checkpoint and has Flink point to it. */
  private void complete(long number) throws Exception {
    var metadata = new org.apache.flink.core.fs.Path(write(number).toUri());
    var location =
        new FsCompletedCheckpointStorageLocation(
            FileSystem.getLocalFileSystem(),
            metadata.getParent(),
            new FileStateHandle(metadata, 4),
            metadata.getParent().toString());
    CompletedCheckpointStore store =
        flink
            .getCheckpointRecoveryFactory()
            .createRecoveredCompletedCheckpointStore(
                job, 3, SharedStateRegistry.DEFAULT_FACTORY, executor, RecoveryClaimMode.DEFAULT);
    store.addCheckpointAndSubsumeOldestOne(
        new CompletedCheckpoint(
            job,
            number,
            0,
            1,
            Map.of(),
            List.of(),
            CheckpointProperties.forCheckpoint(CheckpointRetentionPolicy.RETAIN_ON_CANCELLATION),
            location,
            null),
        new CheckpointsCleaner(),
        () -> {});
  }
}
