package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.flink.FlinkCluster;
import dev.hookline.devstack.flink.FlinkJob;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.RequestHold;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a cluster with ZooKeeper die or freeze while the first commit is under way: a proxy
 * holds its first block, so the moment is seen and not guessed. Afterwards table, FINAL and view
 * hold each number once.
 */
class ClusterFailoverTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final Path LIB = Path.of(System.getProperty("hookline.dist"), "lib", "flink");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String INSERT = "INSERT";
  private static final int ROWS = 6000;
  private static final int PER_SECOND = 3000;

  /** Long enough for a test to stop a process before the attempt is given up. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(15);

  /** After as long a silence a paused process is lost: before its socket timeout is over. */
  private static final Duration LOST = Duration.ofSeconds(10);

  /** Where nothing is paused: silence is the machine's. */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  private TestServer server;
  private FaultyProxy proxy;
  private ExactTable table;

  @BeforeEach
  void open() {
    server = new TestServer(STACK.clickHouse());
    proxy = FaultyProxy.to(STACK.clickHouse().port());
    table = ExactTable.create(server, "numbers");
  }

  @AfterEach
  void close() {
    proxy.close();
    server.close();
  }

  /**
   * The TaskManager that commits is paused beyond its socket timeout and taken for lost; the
   * standby commits the same blocks. Then what the paused one had sent arrives, and it goes on.
   */
  @Test
  void aTaskManagerThatGoesOnAfterAnotherHasCommittedItsBlocksDoublesNothing() throws Exception {
    RequestHold zombies = proxy.holdOne(INSERT);
    try (ZooKeeper zooKeeper = ZooKeeper.builder(LIB, folder()).start();
        FlinkCluster flink = cluster(zooKeeper, LOST)) {
      await("a commit that is under way").atMost(LIMIT).until(() -> zombies.held() == 1);
      String working =
          await("one TaskManager that runs every task")
              .atMost(LIMIT)
              .ignoreExceptions()
              .until(() -> committing(flink), name -> true);
      Service zombie = flink.taskManager(working);
      RequestHold successors = proxy.holdOne(INSERT);
      zombie.pause();
      long paused = System.nanoTime();
      try {
        await("the commit of the standby").atMost(LIMIT).until(() -> successors.held() == 1);
        await("the standby to be who commits now")
            .atMost(LIMIT)
            .ignoreExceptions()
            .until(() -> !committing(flink).equals(working));
        assertThat(table.rows()).isZero();
        successors.release();
        await("what the standby commits").atMost(LIMIT).until(() -> table.rows() > 0);

        zombies.release();
        await("the answer to what the paused one had sent").atMost(LIMIT).until(zombies::answered);
        await("the end of its socket timeout")
            .atMost(LIMIT)
            .until(() -> System.nanoTime() - paused > SOCKET_TIMEOUT.toNanos());
      } finally {
        zombie.resume();
      }
      awaitEnd(flink);
    }
    table.holdsExactly(ROWS);
  }

  /** Between the completion of a checkpoint and its commit; the job comes back from ZooKeeper. */
  @Test
  void aJobManagerThatIsKilledBetweenCompletionAndCommitDoublesNothing() throws Exception {
    RequestHold first = proxy.holdOne(INSERT);
    try (ZooKeeper zooKeeper = ZooKeeper.builder(LIB, folder()).start();
        FlinkCluster flink = cluster(zooKeeper, PATIENT)) {
      await("a commit that is under way").atMost(LIMIT).until(() -> first.held() == 1);
      long completed =
          await("the checkpoint that is committed")
              .atMost(LIMIT)
              .ignoreExceptions()
              .until(() -> checkpoints(flink).at("/latest/completed/id").asLong(), id -> id > 0);
      RequestHold restored = proxy.holdOne(INSERT);
      flink.jobManager().kill();
      assertThat(table.rows()).isZero();

      flink.jobManager().restart();
      await("the commit of the restored job").atMost(LIMIT).until(() -> restored.held() == 1);
      long id =
          await("the checkpoint that is restored")
              .atMost(LIMIT)
              .ignoreExceptions()
              .until(
                  () -> checkpoints(flink).at("/latest/restored/id").asLong(), found -> found > 0);
      assertThat(id).as("the checkpoint that is restored").isGreaterThanOrEqualTo(completed);
      restored.release();
      awaitEnd(flink);
    }
    table.holdsExactly(ROWS);
  }

  private DataFolder folder() {
    return new DataFolder(temp.resolve("data"));
  }

  /** Two TaskManagers of one slot each, and a job that needs one. */
  private FlinkCluster cluster(ZooKeeper zooKeeper, Duration heartbeatTimeout) throws IOException {
    FlinkJob job =
        FlinkJob.of(ClassPathJar.write(temp.resolve("numbers.jar"), NumbersJob.class, LIB))
            .withArgs(
                proxy.httpUrl(),
                STACK.clickHouse().writerPassword(),
                table.database(),
                table.name(),
                Integer.toString(ROWS),
                Integer.toString(PER_SECOND),
                Long.toString(SOCKET_TIMEOUT.toSeconds()))
            .withParallelism(1);
    return FlinkCluster.builder(LIB, folder(), zooKeeper.endpoint(), job)
        .slots(1)
        .checkpointInterval(Duration.ofSeconds(1))
        .heartbeatTimeout(heartbeatTimeout)
        .start();
  }

  /** The TaskManager that runs the job's tasks. */
  private static String committing(FlinkCluster flink) throws IOException {
    List<String> working = new ArrayList<>();
    for (JsonNode vertex : ask(flink, "/jobs/" + flink.jobId()).path("vertices")) {
      String path = "/jobs/" + flink.jobId() + "/vertices/" + vertex.path("id").asText();
      for (JsonNode subtask : ask(flink, path).path("subtasks")) {
        working.add(subtask.path("taskmanager-id").asText());
      }
    }
    assertThat(working).as("TaskManagers that run a task").isNotEmpty();
    assertThat(working).as("TaskManagers that run a task").containsOnly(working.get(0));
    return working.get(0);
  }

  private static JsonNode checkpoints(FlinkCluster flink) throws IOException {
    return ask(flink, "/jobs/" + flink.jobId() + "/checkpoints");
  }

  /** A job that has read and committed all ends, and with it the JobManager. */
  private static void awaitEnd(FlinkCluster flink) {
    await("the end of the job (log: " + flink.log() + ")")
        .atMost(LIMIT)
        .until(() -> !flink.jobManager().isAlive());
  }

  private static JsonNode ask(FlinkCluster flink, String path) throws IOException {
    try (InputStream answer = URI.create(flink.restUrl() + path).toURL().openStream()) {
      return JSON.readTree(answer);
    }
  }
}
