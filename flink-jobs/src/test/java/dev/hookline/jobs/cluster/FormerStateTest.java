package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.flink.runtime.highavailability.zookeeper.ZooKeeperLeaderElectionHaServices;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.filesystem.FsCompletedCheckpointStorageLocation;
import org.apache.flink.runtime.util.ZooKeeperUtils;
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
    config.set(HighAvailabilityOptions.HA_STORAGE_PATH, temp.resolve("ha").toUri().toString());
    config.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, temp.resolve("checkpoints").toUri().toString());
    config.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, job.toString());
    executor = Executors.newSingleThreadExecutor();
    flink =
        new ZooKeeperLeaderElectionHaServices(
            ZooKeeperUtils.startCuratorFramework(
                config,
                e -> {
                  throw new AssertionError(e);
                }),
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

  /** As with an empty volume: neither what the pointer names is there, nor any checkpoint. */
  @Test
  void aPointerWhoseOwnFileIsGoneIsRefused() throws Exception {
    complete(7);
    for (Path file : filesIn(temp.resolve("ha"))) {
      Files.delete(file);
    }
    Files.delete(folder(7).resolve("_metadata"));
    assertThatThrownBy(this::start).hasMessageContaining("points to checkpoint 7");
  }

  @Test
  void aCheckpointWithoutAPointerIsRefusedUntilOneIsNamedOrTheFolderIsGone() throws Exception {
    write(7);
    write(12);
    Files.createDirectories(folder(13)); // has not come to its end
    assertThatThrownBy(this::start)
        .isInstanceOf(UnfitStateException.class)
        .hasMessageContaining("no pointer to any")
        .hasMessageContaining("HOOKLINE_RESTORE_FROM=" + uri(folder(12)) + " ");

    config.set(StateRecoveryOptions.SAVEPOINT_PATH, folder(12).toString());
    assertStarts();

    config.removeConfig(StateRecoveryOptions.SAVEPOINT_PATH);
    assertThatThrownBy(this::start).isInstanceOf(UnfitStateException.class);
    Files.move(temp.resolve("checkpoints"), temp.resolve("away"));
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
    Files.createDirectories(folder(checkpoint));
    return Files.writeString(folder(checkpoint).resolve("_metadata"), "some");
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
