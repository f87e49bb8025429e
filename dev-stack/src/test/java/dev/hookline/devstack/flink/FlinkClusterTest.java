package dev.hookline.devstack.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class FlinkClusterTest {
  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "flink");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Nothing is frozen here: a process that is silent for longer than usual is on a busy machine.
   */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  private DataFolder folder;
  private Path written;
  private FlinkJob job;

  @BeforeEach
  void compileTheJob() throws IOException {
    folder = new DataFolder(temp.resolve("data"));
    written = temp.resolve("written.txt");
    Path source = Path.of("src/test/resources/jobs/CountingJob.java");
    job =
        FlinkJob.of(JobJar.compile(source, LIB, temp.resolve("job")))
            .withArgs("--config", written.toString())
            .withEnvironment(Map.of("HOOKLINE_TEST_WORD", "heard"))
            .withParallelism(1);
  }

  /**
   * Set-up: ZooKeeper, a JobManager, two TaskManagers, a job that counts in keyed state. The jar
   * that the cluster was given is spoilt, the TaskManager that stands by is killed and comes back,
   * and the working one is killed: the job goes on at the other. Then the JobManager is killed,
   * everything is ended and started anew on the same folder with other arguments: the job goes on
   * from its newest checkpoint, with those. Proves that state and source position survive both,
   * since the count always equals the number read; and that a process that comes back runs the code
   * that the cluster was started with, whatever a build has made of the jar meanwhile.
   */
  @Test
  void goesOnFromItsStateAfterATaskManagersDeathAndAfterAnewStartOfEverything() throws Exception {
    long atKill;
    try (ZooKeeper zooKeeper = ZooKeeper.builder(LIB, folder).start();
        FlinkCluster flink = cluster(zooKeeper)) {
      flink.awaitJobRunning(Duration.ofSeconds(60));
      awaitCheckpointAfter(flink, 0);
      String working =
          Awaitility.await("one TaskManager that runs every task")
              .atMost(Duration.ofSeconds(60))
              .ignoreExceptions()
              .until(() -> workingTaskManager(flink), name -> true);
      byte[] jar = spoilTheJarThatWasGiven();
      restartWhatStandsBy(flink, working);

      long atTaskManagerKill = lastNumber();
      flink.taskManager(working).kill();
      Awaitility.await("the job to run on the TaskManager that has come back")
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> !workingTaskManager(flink).equals(working));
      awaitNumberAbove(atTaskManagerKill);

      long before =
          Awaitility.await("the number of checkpoints")
              .atMost(Duration.ofSeconds(60))
              .ignoreExceptions()
              .until(() -> completedCheckpoints(flink), completed -> true);
      awaitCheckpointAfter(flink, before);
      Files.write(job.jar(), jar);
      atKill = lastNumber();
      flink.jobManager().kill();
    }

    written = temp.resolve("written-anew.txt");
    job = job.withArgs("--config", written.toString());
    try (ZooKeeper zooKeeper = ZooKeeper.builder(LIB, folder).start();
        FlinkCluster flink = cluster(zooKeeper)) {
      flink.awaitJobRunning(Duration.ofSeconds(60));
      Awaitility.await("what the new arguments name")
          .atMost(Duration.ofSeconds(60))
          .until(() -> Files.exists(written));
      awaitNumberAbove(atKill);
      assertThat(restored(flink).path("id").asLong()).as("restored checkpoint").isPositive();
    }
    assertThat(folder.log("flink-jobmanager")).isNotEmptyFile();
    assertThat(folder.log("flink-tm-2")).isNotEmptyFile();
  }

  /** As a build may do while the cluster runs. No job can be loaded from what it leaves. */
  private byte[] spoilTheJarThatWasGiven() throws IOException {
    byte[] jar = Files.readAllBytes(job.jar());
    Files.writeString(job.jar(), "no jar any more");
    return jar;
  }

  /** So that it has loaded nothing of the job yet when it has to take over. */
  private static void restartWhatStandsBy(FlinkCluster flink, String working) {
    for (Service one : flink.taskManagers()) {
      if (!one.name().equals("flink-" + working)) {
        one.kill();
        one.restart();
      }
    }
  }

  /** Also over a kill of the JobManager that was given the savepoint: it must not go back to it. */
  @Test
  void goesOnFromTheSavepointThatItWasStoppedWith() throws Exception {
    try (ZooKeeper zooKeeper = ZooKeeper.builder(LIB, folder).start()) {
      String savepoint;
      long atStop;
      try (FlinkCluster flink = cluster(zooKeeper)) {
        flink.awaitJobRunning(Duration.ofSeconds(60));
        awaitCheckpointAfter(flink, 0);
        savepoint = flink.stopWithSavepoint(Duration.ofSeconds(60));
        assertThat(flink.isAlive()).isFalse();
        atStop = lastNumber();
      }
      try (FlinkCluster flink =
          FlinkCluster.builder(LIB, folder, zooKeeper.endpoint(), job)
              .checkpointInterval(Duration.ofSeconds(1))
              .heartbeatTimeout(PATIENT)
              .fromSavepoint(savepoint)
              .start()) {
        awaitNumberAbove(atStop);
        awaitCheckpointAfter(flink, 0);
        long atKill = lastNumber();

        spoilTheJarThatWasGiven(); // its main is the job's, and it has to find it in the copy
        flink.jobManager().kill();
        flink.jobManager().restart();

        awaitNumberAbove(atKill);
        assertThat(restored(flink).path("is_savepoint").asBoolean()).as("went back").isFalse();
      }
    }
  }

  private static JsonNode restored(FlinkCluster flink) {
    return Awaitility.await("what the job was restored from")
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () -> ask(flink, "/jobs/" + flink.jobId() + "/checkpoints").at("/latest/restored"),
            restored -> restored.path("is_savepoint").isBoolean());
  }

  private FlinkCluster cluster(ZooKeeper zooKeeper) {
    return FlinkCluster.builder(LIB, folder, zooKeeper.endpoint(), job)
        .checkpointInterval(Duration.ofSeconds(1))
        .heartbeatTimeout(PATIENT)
        .start();
  }

  private long lastNumber() throws IOException {
    String[] words = Files.readString(written).split(" ", 3);
    assertThat(Long.parseLong(words[1])).as("count").isEqualTo(Long.parseLong(words[0]) + 1);
    assertThat(words[2]).as("the environment").isEqualTo("heard");
    return Long.parseLong(words[0]);
  }

  private void awaitNumberAbove(long number) {
    Awaitility.await("a number above " + number)
        .atMost(Duration.ofSeconds(60))
        .until(() -> lastNumber() > number);
  }

  private static void awaitCheckpointAfter(FlinkCluster flink, long completed) {
    Awaitility.await("checkpoint " + (completed + 1))
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> completedCheckpoints(flink) > completed);
  }

  private static long completedCheckpoints(FlinkCluster flink) throws IOException {
    return ask(flink, "/jobs/" + flink.jobId() + "/checkpoints").at("/counts/completed").asLong();
  }

  private static String workingTaskManager(FlinkCluster flink) throws IOException {
    Set<String> working = new HashSet<>();
    for (JsonNode vertex : ask(flink, "/jobs/" + flink.jobId()).path("vertices")) {
      String path = "/jobs/" + flink.jobId() + "/vertices/" + vertex.path("id").asText();
      for (JsonNode subtask : ask(flink, path).path("subtasks")) {
        assertThat(subtask.path("status").asText()).isEqualTo("RUNNING");
        working.add(subtask.path("taskmanager-id").asText());
      }
    }
    assertThat(working).as("TaskManagers that run a task").hasSize(1);
    return working.iterator().next();
  }

  private static JsonNode ask(FlinkCluster flink, String path) throws IOException {
    try (InputStream answer = URI.create(flink.restUrl() + path).toURL().openStream()) {
      return JSON.readTree(answer);
    }
  }
}
