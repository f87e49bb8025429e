package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlinkRestTest {

  private static final String OFFSET_0 =
      "0.Source__webhook-events.KafkaSourceReader.topic.webhook-events.partition.0.currentOffset";
  private static final String OFFSET_1 =
      "1.Source__webhook-events.KafkaSourceReader.topic.webhook-events.partition.1.currentOffset";
  private static final String OFFSET_OTHER =
      "1.Source__webhook-events.KafkaSourceReader.topic.webhook-events.dlq.partition.1.currentOffset";

  private CannedServer server;
  private FlinkRest rest;

  @BeforeEach
  void start() throws IOException {
    server = new CannedServer();
    rest = new FlinkRest(server.base());
    server.answer(
        "/jobs/j1",
        """
        {"state":"RUNNING","vertices":[
          {"id":"v1","name":"Source: webhook-events -> decode"},
          {"id":"v2","name":"dedup"}]}""");
    server.answer(
        "/jobs/j1/vertices/v1",
        """
        {"subtasks":[{"subtask":0,"status":"RUNNING","taskmanager-id":"tm-1"},
                     {"subtask":1,"status":"RUNNING","taskmanager-id":"tm-1"}]}""");
    server.answer(
        "/jobs/j1/vertices/v2",
        """
        {"subtasks":[{"subtask":0,"status":"SCHEDULED","taskmanager-id":"(unassigned)"}]}""");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theJobIsTheOneThatWasStartedLast() throws IOException {
    server.answer(
        "/jobs/overview",
        """
        {"jobs":[{"jid":"old","name":"n","state":"FAILED","start-time":1},
                 {"jid":"j1","name":"hookline","state":"RUNNING","start-time":2}]}""");
    assertThat(rest.job()).contains(new FlinkRest.Job("j1", "hookline", "RUNNING"));
    assertThat(rest.job().orElseThrow().running()).isTrue();
  }

  @Test
  void thereIsNoJobBeforeTheFirstIsSubmitted() throws IOException {
    server.answer("/jobs/overview", "{\"jobs\":[]}");
    assertThat(rest.job()).isEmpty();
  }

  @Test
  void checkpointsAreCountedAndTheLatestCompletedOneIsDated() throws IOException {
    server.answer(
        "/jobs/j1/checkpoints",
        """
        {"counts":{"restored":1,"total":9,"in_progress":1,"completed":7,"failed":1},
         "latest":{"completed":{"id":7,"trigger_timestamp":1000,"latest_ack_timestamp":1500,
                                "state_size":99}}}""");
    FlinkRest.Checkpoints checkpoints = rest.checkpoints("j1");
    assertThat(checkpoints.inProgress()).isEqualTo(1);
    assertThat(checkpoints.completed()).isEqualTo(7);
    assertThat(checkpoints.failed()).isEqualTo(1);
    assertThat(checkpoints.restored()).isEqualTo(1);
    assertThat(checkpoints.latestCompleted())
        .contains(
            new FlinkRest.CompletedCheckpoint(
                7, Instant.ofEpochMilli(1000), Instant.ofEpochMilli(1500), 99));
  }

  @Test
  void aJobWithoutACompletedCheckpointHasNone() throws IOException {
    server.answer(
        "/jobs/j1/checkpoints",
        "{\"counts\":{\"in_progress\":1,\"completed\":0},\"latest\":{\"completed\":null}}");
    assertThat(rest.checkpoints("j1").latestCompleted()).isEmpty();
  }

  @Test
  void aJobThatWasRestoredSaysFromWhereAndOneThatWasNotSaysNothing() throws IOException {
    server.answer("/jobs/j1/checkpoints", "{\"latest\":{\"restored\":null}}");
    assertThat(rest.restoredFrom("j1")).isEmpty();
    server.answer(
        "/jobs/j1/checkpoints",
        "{\"latest\":{\"restored\":{\"id\":7,\"external_path\":\"file:/s/savepoint-1\"}}}");
    assertThat(rest.restoredFrom("j1")).contains("file:/s/savepoint-1");
  }

  @Test
  void onlyTaskManagersWithARunningTaskAreWorking() throws IOException {
    assertThat(rest.workingTaskManagers("j1")).containsExactly("tm-1");
    assertThat(rest.allTasksRunning("j1")).isFalse();
  }

  @Test
  void offsetsAreThoseOfTheTopicAndOnlyOfPartitionsThatWereRead() throws IOException {
    String metrics = "/jobs/j1/vertices/v1/metrics";
    server.answer(
        metrics,
        "[{\"id\":\"%s\"},{\"id\":\"%s\"},{\"id\":\"%s\"},{\"id\":\"0.numRecordsOut\"}]"
            .formatted(OFFSET_0, OFFSET_1, OFFSET_OTHER));
    server.answer(
        metrics + "?get=" + OFFSET_0 + "%2C" + OFFSET_1,
        "[{\"id\":\"%s\",\"value\":\"41\"},{\"id\":\"%s\",\"value\":\"-1\"}]"
            .formatted(OFFSET_0, OFFSET_1));
    assertThat(rest.lastReadOffsets("j1", "webhook-events")).isEqualTo(Map.of(0, 41L));
  }

  @Test
  void aMetricIsSummedOverSubtasksAndIsUnknownWhereNoTaskHasIt() throws IOException {
    server.answer("/jobs/j1/vertices/v1/metrics", "[{\"id\":\"0.numRecordsOut\"}]");
    server.answer(
        "/jobs/j1/vertices/v2/metrics",
        "[{\"id\":\"0.dedup.dedup_dropped_total\"},{\"id\":\"1.dedup.dedup_dropped_total\"}]");
    server.answer(
        "/jobs/j1/vertices/v2/metrics?get=0.dedup.dedup_dropped_total%2C1.dedup.dedup_dropped_total",
        "[{\"id\":\"0.dedup.dedup_dropped_total\",\"value\":\"3\"},"
            + "{\"id\":\"1.dedup.dedup_dropped_total\",\"value\":\"4\"}]");
    assertThat(rest.sumOfMetric("j1", "dedup_dropped_total")).hasValue(7);
    assertThat(rest.sumOfMetric("j1", "no_such_total")).isEmpty();
  }

  @Test
  void theLatestFailureIsItsInnermostCause() throws IOException {
    server.answer(
        "/jobs/j1/exceptions",
        """
        {"exceptionHistory":{"entries":[{"stacktrace":
        "java.lang.Exception: task failed\\n\\tat a.B\\nCaused by: java.io.IOException: table missing\\n\\t... 3 more"}]}}""");
    assertThat(rest.latestFailure("j1")).contains("java.io.IOException: table missing");
    server.answer("/jobs/j1/exceptions", "{\"exceptionHistory\":{\"entries\":[]}}");
    assertThat(rest.latestFailure("j1")).isEmpty();
  }

  @Test
  void anErrorNamesTheRequestAndASilentServerNamesTheAddress() {
    assertThatThrownBy(() -> rest.checkpoints("j2"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("404")
        .hasMessageContaining("/jobs/j2/checkpoints");
    FlinkRest nobody = new FlinkRest(URI.create("http://127.0.0.1:1"));
    assertThatThrownBy(nobody::job)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("http://127.0.0.1:1");
  }
}
