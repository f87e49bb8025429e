package dev.hookline.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.Headers;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WireRecord;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.jobs.source.LogRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole job: real topics, a real ClickHouse engine, a Flink cluster in this JVM. */
class WebhookPipelineTest {

  @RegisterExtension
  static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA, Part.CLICKHOUSE);

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private final Instant threeHoursAgo =
      now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(3));

  @TempDir Path folder;

  private MiniCluster cluster;
  private TestTopic topic;
  private TestTopic deadLetters;
  private Tables tables;
  private JobConfig config;
  private RunningJob job;

  @BeforeEach
  void start(@InjectMiniCluster MiniCluster miniCluster) throws Exception {
    cluster = miniCluster;
    String bootstrapServers = STACK.kafka().bootstrapServers();
    topic = TestTopic.create(bootstrapServers, Topics.WEBHOOK_EVENTS, 3);
    deadLetters = TestTopic.create(bootstrapServers, Topics.WEBHOOK_EVENTS_DLQ, 1);
    tables = Tables.emptied(STACK.clickHouse());
    config =
        JobConfigReader.parse(
            """
            kafka: {bootstrapServers: "%s"}
            clickhouse: {url: "%s", user: hookline_writer, password: "%s", flushInterval: 200ms}
            windows: {fireInterval: 300ms}
            """
                .formatted(
                    bootstrapServers,
                    STACK.clickHouse().httpUrl(),
                    STACK.clickHouse().writerPassword()),
            Map.of());
    startFrom(null);
  }

  @AfterEach
  void stop() throws Exception {
    job.cancel();
    topic.close();
    deadLetters.close();
  }

  @Test
  void eachEventIsCountedOnceAndALateOneOnlyByTheView() {
    append(merged("a", threeHoursAgo), merged("a", threeHoursAgo));
    append(merged("b", threeHoursAgo.plusSeconds(3_599)), merged("c", now));
    append(merged("late", now.minus(Duration.ofDays(6))));
    append(merged("nobody", now).body(mergedBody(now).replace("\"User\"", "\"Bot\"")));
    awaitEvents(5);
    awaitWindowed(3);
    assertThat(
            tables.lines(
                "SELECT events, pr_merged, version FROM v_employee_windows WHERE person_id = '9'"
                    + " ORDER BY hour"))
        .containsExactly("2\t2\t2", "1\t1\t1");
    assertThat(tables.value("SELECT sum(pr_merged) FROM v_employee_metrics_hourly")).isEqualTo("4");
    assertThat(
            tables.lines(
                "SELECT event_id, late, person_id, payload_time = event_time, received_at"
                    + " = fromUnixTimestamp64Milli("
                    + now.toEpochMilli()
                    + "), version = 9223372036854775808 - "
                    + now.toEpochMilli()
                    + ", payload LIKE '{%}' FROM v_events ORDER BY event_id"))
        .containsExactly(
            "a\t0\t9\t1\t1\t1\t1",
            "b\t0\t9\t1\t1\t1\t1",
            "c\t0\t9\t1\t1\t1\t1",
            "late\t1\t9\t1\t1\t1\t1",
            "nobody\t0\t\t1\t1\t1\t1");
    assertThat(tables.value("SELECT count() FROM normalized_events")).isEqualTo("5");
    assertThat(tables.value("SELECT count() FROM rejected_events")).isEqualTo("0");
  }

  @Test
  void rejectsAreKeptInTheTableAndInTheTopicAndTheJobGoesOn() {
    append(merged("a", now), merged("a", now).body("{\"other\":1}"));
    append(merged("broken", now).body("{\"half\":"));
    topic.append(
        new LogRecord("", 0, 0, 0, new WireRecord(null, Map.of(), "no record".getBytes(UTF_8))));
    append(merged("b", now));
    awaitEvents(2);
    await("three rejects in the table")
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(
                        tables.lines(
                            "SELECT reason, event_id, payload, payload_size FROM v_rejected_events"
                                + " ORDER BY reason"))
                    .containsExactly(
                        "identity_conflict\ta\t{\"other\":1}\t11",
                        "malformed_body\tbroken\t{\"half\":\t8",
                        "missing_header\t\tno record\t9"));
    await("three rejects in the topic").atMost(LIMIT).until(() -> letters().size() == 3);
    for (DeadLetterReader.DeadLetter letter : letters()) {
      String reason = letter.headers().get(Headers.REJECT_REASON);
      String origin = letter.headers().get(Headers.REJECT_ORIGIN);
      assertThat(
              tables.value(
                  "SELECT concat(topic, '/', toString(kafka_partition), '/',"
                      + " toString(kafka_offset)) FROM v_rejected_events WHERE reason = '"
                      + reason
                      + "'"))
          .isEqualTo(origin);
      assertThat(letter.headers().get(Headers.REJECT_DETAIL)).isNotEmpty();
    }
    assertThat(letters().stream().filter(one -> one.key().equals("acme:github:broken")))
        .singleElement()
        .satisfies(one -> assertThat(one.value()).isEqualTo("{\"half\":"))
        .satisfies(one -> assertThat(one.headers()).containsEntry(Headers.ORG, "acme"));
  }

  @Test
  void nothingIsLostOrDoubledOverASavepointAndAnOlderOneReadsAgainWithoutAChange()
      throws Exception {
    append(merged("a", threeHoursAgo), merged("b", threeHoursAgo));
    awaitEvents(2);
    String older = job.stop();
    append(merged("a", threeHoursAgo), merged("c", threeHoursAgo));
    startFrom(older);
    awaitEvents(3);
    awaitWindowed(3);
    assertThat(tables.value("SELECT count() FROM normalized_events")).isEqualTo("3");
    assertThat(tables.value("SELECT sum(events) FROM v_events_by_hour")).isEqualTo("3");
    List<String> before = cells();
    job.stop();
    startFrom(older);
    append(merged("d", now));
    awaitEvents(4);
    awaitWindowed(4);
    assertThat(cells()).containsAll(before);
    assertThat(tables.value("SELECT sum(events) FROM v_events_by_hour"))
        .as("c came in two blocks, of which one was made when it was read again")
        .isEqualTo("5");
    assertThat(tables.value("SELECT count() FROM v_events WHERE event_id = 'c'")).isEqualTo("1");
  }

  @Test
  void stopsAtATopicThatWasCreatedAnewUntilAPersonDecides() throws Exception {
    append(merged("a", now));
    awaitEvents(1);
    String savepoint = job.stop();
    topic.recreate(3);
    append(merged("b", now));
    startFrom(savepoint);
    awaitSameFailureTwice("topic webhook-events was created anew");
    assertThat(job.status().isGloballyTerminalState()).isFalse();
    assertThat(tables.value("SELECT count() FROM normalized_events")).isEqualTo("1");
    job.cancel();
    startFrom(null); // without state: the new topic from its beginning
    awaitEvents(2);
  }

  @Test
  void stopsWhenTheTopicIsCreatedAnewUnderTheRunningJob() throws Exception {
    append(merged("a", now));
    awaitEvents(1);
    job.awaitCheckpoint(); // else there is no state to which the new topic does not belong
    topic.recreate(3);
    append(merged("b", now));
    awaitSameFailureTwice("topic webhook-events was created anew");
    assertThat(job.status().isGloballyTerminalState()).isFalse();
  }

  @Test
  void neverJumpsAGapThatRetentionHasMade() throws Exception {
    append(merged("a", now));
    awaitEvents(1);
    String savepoint = job.stop();
    int partition = Integer.parseInt(tables.value("SELECT kafka_partition FROM normalized_events"));
    topic.append(partition, 4);
    topic.deleteBefore(partition, 4);
    startFrom(savepoint);
    awaitSameFailureTwice(
        "the next offset of webhook-events/" + partition + " is 1, but the log begins at 4");
    assertThat(job.status().isGloballyTerminalState()).isFalse();
    assertThat(tables.value("SELECT count() FROM rejected_events")).isEqualTo("0");
  }

  private void startFrom(String savepoint) throws Exception {
    job = RunningJob.start(cluster, config, folder, savepoint);
  }

  private void append(Events... events) {
    for (Events event : events) {
      topic.append(event.log());
    }
  }

  private void awaitEvents(int count) {
    await(count + " events in the view")
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(tables.value("SELECT count() FROM v_events"))
                    .isEqualTo(String.valueOf(count)));
  }

  private void awaitWindowed(int count) {
    await(count + " events in the windows")
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(tables.value("SELECT sum(events) FROM v_employee_windows"))
                    .isEqualTo(String.valueOf(count)));
  }

  private List<String> cells() {
    return tables.lines(
        "SELECT person_id, hour, pr_merged, events, version FROM v_employee_windows ORDER BY ALL");
  }

  private List<DeadLetterReader.DeadLetter> letters() {
    return DeadLetterReader.read(STACK.kafka().bootstrapServers());
  }

  private void awaitSameFailureTwice(String message) throws Exception {
    await("a failure that says: " + message).atMost(LIMIT).until(() -> failedWith(message, 0));
    long first = job.failure().orElseThrow().time();
    await("the next attempt to say: " + message)
        .atMost(LIMIT)
        .until(() -> failedWith(message, first));
  }

  private boolean failedWith(String message, long after) throws Exception {
    return job.failure()
        .filter(failure -> failure.time() > after && failure.trace().contains(message))
        .isPresent();
  }

  private Events merged(String id, Instant time) {
    return Events.event(id).received(now).body(mergedBody(time));
  }

  private static String mergedBody(Instant time) {
    return """
        {"action":"closed","pull_request":{"id":7,"number":1,"merged":true,
        "user":{"id":9,"login":"ada","type":"User"},
        "created_at":"2026-01-01T00:00:00Z","merged_at":"%1$s","closed_at":"%1$s"},
        "repository":{"id":5,"full_name":"octo/repo"},
        "sender":{"id":9,"login":"ada","type":"User"}}"""
        .formatted(time)
        .replace("\n", "");
  }
}
