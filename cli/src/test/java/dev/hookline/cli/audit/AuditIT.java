package dev.hookline.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.client.api.Client;
import com.sun.net.httpserver.HttpServer;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.Source;
import dev.hookline.contract.Topics;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.contract.WireRecord;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The audit on a real log and real tables. The job's part is played by hand: rows are written by
 * SQL, offsets are committed for its group, and a server answers as Flink does. Each planted fault
 * must turn the audit red and name its field.
 *
 * <p>The log: partition 0 holds the openings a, b and c, a second copy of a, and a body of 20 MiB;
 * partition 1 an event that is rejected, and a record that is none.
 */
class AuditIT {

  @RegisterExtension
  static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE, Part.KAFKA);

  private static final String DATABASE = "audited";
  private static final String FIRST_BLOCK = "018f0000-0000-7000-8000-000000000001";
  private static final String OTHER_BLOCK = "018f0000-0000-7000-8000-000000000002";
  private static final String OTHER_CONTENT =
      "lower(hex(SHA256('x'))) AS content_hash, generateUUIDv7() AS ingest_block";
  private static final int BIG = 20 * 1024 * 1024;
  private static final AtomicLong CHECKPOINTS = new AtomicLong();

  private static HttpServer flink;
  private static Client clickHouse;
  private static Admin admin;

  @BeforeAll
  static void fillTheLog() throws Exception {
    EmbeddedClickHouse server = STACK.clickHouse();
    new Migrator(
            MigrationSettings.of(
                    URI.create(server.httpUrl()),
                    EmbeddedClickHouse.WRITER,
                    server.writerPassword(),
                    server.analystPassword())
                .withDatabase(DATABASE))
        .migrate();
    clickHouse =
        new Client.Builder()
            .addEndpoint(server.httpUrl())
            .setUsername(EmbeddedClickHouse.WRITER)
            .setPassword(server.writerPassword())
            .setDefaultDatabase(DATABASE)
            .setSocketTimeout(60_000)
            .build();
    admin = Admin.create(Map.of("bootstrap.servers", STACK.kafka().bootstrapServers()));
    NewTopic topic =
        new NewTopic(Topics.WEBHOOK_EVENTS, 2, (short) 1)
            .configs(Map.of("max.message.bytes", Integer.toString(Topics.MAX_RECORD_BYTES)));
    admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
    produce();
    flink = fakeFlink();
  }

  @AfterAll
  static void takeDown() throws Exception {
    flink.stop(0);
    admin.deleteTopics(List.of(Topics.WEBHOOK_EVENTS)).all().get(30, TimeUnit.SECONDS);
    admin.close(Duration.ofSeconds(10));
    run("DROP DATABASE " + DATABASE);
    clickHouse.close();
  }

  private static void produce() throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            STACK.kafka().bootstrapServers(),
            "max.request.size",
            Topics.MAX_RECORD_BYTES,
            "buffer.memory",
            2L * Topics.MAX_RECORD_BYTES);
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (String id : List.of("a", "b", "c", "a")) {
        producer.send(kafkaRecord(0, id, opened())).get(30, TimeUnit.SECONDS);
      }
      producer.send(kafkaRecord(0, "big", bigBody())).get(60, TimeUnit.SECONDS);
      producer.send(kafkaRecord(1, "odd", "{}".getBytes(UTF_8))).get(30, TimeUnit.SECONDS);
      producer
          .send(new ProducerRecord<>(Topics.WEBHOOK_EVENTS, 1, null, new byte[] {1}))
          .get(30, TimeUnit.SECONDS);
    }
  }

  private static ProducerRecord<byte[], byte[]> kafkaRecord(int partition, String id, byte[] body) {
    WireRecord wire =
        RecordCodec.encode(
            new WebhookRecord(
                new EventIdentity("acme", Source.GITHUB, id),
                "1",
                id,
                "pull_request",
                ContentType.JSON,
                Instant.parse("2024-05-01T12:00:00Z"),
                ContentHash.of(body),
                body));
    var record = new ProducerRecord<>(Topics.WEBHOOK_EVENTS, partition, wire.key(), wire.value());
    wire.headers().forEach((name, value) -> record.headers().add(name, value));
    return record;
  }

  private static byte[] opened() {
    return """
        {"action": "opened", "pull_request": {"created_at": "2024-05-01T10:20:00Z",
         "user": {"id": 7, "login": "abbott", "type": "User"}}}"""
        .getBytes(UTF_8);
  }

  private static byte[] bigBody() {
    return ("{\"x\": \"" + "x".repeat(BIG) + "\"}").getBytes(UTF_8);
  }

  /** Every question finds one more checkpoint completed. */
  private static HttpServer fakeFlink() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              exchange.getRequestURI().getPath().endsWith("/overview")
                  ? "{\"jobs\":[{\"jid\":\"ab\",\"name\":\"n\",\"state\":\"RUNNING\",\"start-time\":1}]}"
                  : "{\"counts\":{\"completed\":" + CHECKPOINTS.incrementAndGet() + "}}";
          exchange.sendResponseHeaders(200, body.length());
          exchange.getResponseBody().write(body.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    return server;
  }

  /** What the job would have made of the log: a came late, b and c are in a window. */
  @BeforeEach
  void writeRightRows() throws Exception {
    for (String table :
        List.of(
            "normalized_events", "events_by_hour", "employee_metrics_hourly", "rejected_events")) {
      run("TRUNCATE TABLE " + table);
    }
    run(
        "INSERT INTO normalized_events (org, source, event_type, event_id, payload_time, event_time,"
            + " received_at, late, content_hash, kafka_partition, kafka_offset, person_id,"
            + " contributions, payload, payload_size, ingest_block, version) VALUES "
            + String.join(", ", event("a", 0, 1), event("b", 1, 0), event("c", 2, 0)));
    run(
        "INSERT INTO normalized_events (org, source, event_type, event_id, content_hash,"
            + " kafka_partition, kafka_offset, payload, payload_size, ingest_block) VALUES ('acme', 'github',"
            + " 'pull_request', 'big', '%s', 0, 4, NULL, 20971530, generateUUIDv7())"
                .formatted(ContentHash.of(bigBody())));
    run(
        "INSERT INTO employee_metrics_hourly (org, source, person_id, hour, pr_opened, version)"
            + " VALUES ('acme', 'github', '7', '2024-05-01 10:00:00', 2, 2)");
    run(
        "INSERT INTO rejected_events (topic, kafka_partition, kafka_offset, reason, org, source,"
            + " event_id) VALUES ('webhook-events', 1, 0, 'unreadable_payload', 'acme', 'github',"
            + " 'odd'), ('webhook-events', 1, 1, 'missing_header', '', '', '')");
    commit(5, 2);
  }

  private static String event(String id, long offset, int late) {
    return "('acme', 'github', 'pull_request', '%s', '2024-05-01 10:20:00', '2024-05-01 10:20:00', '2024-05-01 12:00:00', %d, '%s', 0, %d, '7', {'pr_opened': 1}, '%s', 90, '%s', 1)"
        .formatted(
            id, late, ContentHash.of(opened()), offset, new String(opened(), UTF_8), FIRST_BLOCK);
  }

  @Test
  void rightRowsAreGood() throws Exception {
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.examples()).isEmpty();
    assertThat(report.good()).isTrue();
    assertThat(report.toJson().toString())
        .isEqualTo(
            "{'settled':true,'from_offsets':{'0':0,'1':0},'to_offsets':{'0':5,'1':2},'accepted':6,'rejected':2,'late':1,'rows':4,'lost':0,'invented':0,'duplicates':0,'payload_mismatch':0,'physical_duplicates':0,'expired':0,'aggregate_cells':1,'unverified_cells':0,'aggregate_difference':0,'view_cells':2,'view_difference':0,'after_replay':false,'examples':[]}"
                .replace('\'', '"'));
  }

  @Test
  void aDeletedRowIsLostAndItsCellDiffers() throws Exception {
    run("DELETE FROM normalized_events WHERE event_id = 'b'");
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.settled()).as("a row that is gone is not waited for").isTrue();
    assertThat(report.wrongFields())
        .containsExactly("lost", "aggregate_difference", "view_difference");
    assertThat(report.examples().get(0).detail()).contains("partition 0, offset 1");
  }

  @Test
  void aDoubleWithAnotherContentIsAMismatchWhicheverOfTheTwoReadersSee() throws Exception {
    writeAgain("'b'", OTHER_CONTENT + ", 0 AS version");
    AuditReport hidden = audit(Duration.ofSeconds(60));
    assertThat(hidden.wrongFields())
        .containsExactly("payload_mismatch", "physical_duplicates", "view_difference");
    assertThat(hidden.findings().physicalDuplicates()).isEqualTo(1);

    writeAgain("'c'", OTHER_CONTENT + ", payload_time + 1 AS payload_time");
    assertThat(audit(Duration.ofSeconds(60)).wrongFields())
        .containsExactly(
            "duplicates",
            "payload_mismatch",
            "physical_duplicates",
            "aggregate_difference",
            "view_difference");
  }

  @Test
  void aChangedPayloadIsAMismatchAlsoWhereNothingIsCountedFromIt() throws Exception {
    writeAgain("'b'", "concat(payload, ' ') AS payload, generateUUIDv7() AS ingest_block");
    assertThat(audit(Duration.ofSeconds(60)).wrongFields())
        .containsExactly("payload_mismatch", "physical_duplicates", "view_difference");
  }

  @Test
  void rowsThatWereReadAgainArePhysicalCopiesAndTheViewExceeds() throws Exception {
    writeAgain("'b', 'c'", "toUUID('" + OTHER_BLOCK + "') AS ingest_block");
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.wrongFields()).containsExactly("physical_duplicates", "view_difference");
    assertThat(report.findings().physicalDuplicates()).isEqualTo(2);
    assertThat(report.examples())
        .containsExactly(
            readAgain(1),
            readAgain(2),
            new AuditReport.Example(
                "view_difference",
                "2024-05-01T10:00Z acme github pull_request: the rows say 3 events of 90 bytes on"
                    + " average, the view says 5 of 90"));
  }

  private static AuditReport.Example readAgain(long offset) {
    return new AuditReport.Example(
        "physical_duplicates",
        "the event at partition 0, offset %d lies there 2 times, in 2 blocks: its record was read again"
            .formatted(offset));
  }

  @Test
  void aBlockThatWasTakenTwiceIsSeenInTheRowsAndTheViewIsExact() throws Exception {
    run(
        "INSERT INTO normalized_events SELECT * FROM v_events WHERE ingest_block = '%s' SETTINGS insert_deduplicate = 0"
            .formatted(FIRST_BLOCK));
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.wrongFields()).containsExactly("physical_duplicates");
    assertThat(report.findings().physicalDuplicates()).isEqualTo(3);
    assertThat(report.examples().get(0).detail()).contains("in one block: it was taken again");
  }

  @Test
  void aViewThatMissesABlockIsRedAfterAReplayToo() throws Exception {
    run("TRUNCATE TABLE events_by_hour");
    AuditReport report = audit(settings(Duration.ofSeconds(60)).withAfterReplay(true));
    assertThat(report.wrongFields()).containsExactly("view_difference");
  }

  @Test
  void aChangedHourIsADifferentCell() throws Exception {
    run(
        "INSERT INTO employee_metrics_hourly SELECT * REPLACE (pr_opened + 1 AS pr_opened, version"
            + " + 1 AS version) FROM v_employee_windows");
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.wrongFields()).containsExactly("aggregate_difference");
    assertThat(report.examples().get(0).detail())
        .isEqualTo(
            "2024-05-01T10:00Z acme github 7 pr_opened: the payloads say 3, the view says 4");
  }

  @Test
  void rowsOfEventsThatNobodySentAreInvented() throws Exception {
    String copy =
        "INSERT INTO normalized_events SELECT * REPLACE (%s, generateUUIDv7() AS ingest_block,"
            + " mapFilter((k, v) -> 0, contributions) AS contributions, '' AS payload) FROM (SELECT * FROM v_events WHERE event_id = 'b')";
    run(copy.formatted("'x' AS event_id"));
    run(copy.formatted("'y' AS event_id, 4711 AS kafka_offset"));
    AuditReport report = audit(Duration.ofSeconds(60));
    assertThat(report.wrongFields()).containsExactly("invented");
    assertThat(report.findings().invented()).isEqualTo(2);
  }

  @Test
  void anExpiredEventIsRed() throws Exception {
    run(
        "INSERT INTO rejected_events (topic, kafka_partition, kafka_offset, reason, org, source,"
            + " event_id) VALUES ('webhook-events', 0, 2, 'window_expired', 'acme', 'github', 'c')");
    assertThat(audit(Duration.ofSeconds(60)).wrongFields()).containsExactly("expired");
  }

  @Test
  void aJobThatIsBehindIsNotSettledAndSaysHowFarItIs() throws Exception {
    commit(4, 2);
    AuditReport report = audit(Duration.ofSeconds(2));
    assertThat(report.good()).isFalse();
    assertThat(report.settled()).isFalse();
    assertThat(report.wrongFields()).isEmpty();
    assertThat(report.examples().get(0))
        .isEqualTo(
            new AuditReport.Example(
                "settled", "the job's source has committed, by partition, {0=4 of 5}"));
  }

  @Test
  void aPartThatIsNotThereLeavesItUndecided() {
    AuditSettings wrong =
        AuditSettings.of(
            STACK.kafka().bootstrapServers(),
            URI.create("http://127.0.0.1:1"),
            URI.create("http://127.0.0.1:1"),
            EmbeddedClickHouse.ANALYST,
            STACK.clickHouse().analystPassword());
    assertThatThrownBy(() -> new Audit(wrong.withBound(Duration.ZERO), step -> {}).run())
        .isInstanceOf(AuditException.class)
        .hasMessageContaining("ClickHouse at http://127.0.0.1:1");
  }

  /** Adds a copy of each of these events' rows, changed as {@code replaced} says. */
  private static void writeAgain(String ids, String replaced) {
    run(
        "INSERT INTO normalized_events SELECT * REPLACE (%s) FROM v_events WHERE event_id IN (%s)"
            .formatted(replaced, ids));
  }

  private static AuditReport audit(Duration bound) throws InterruptedException {
    return audit(settings(bound));
  }

  private static AuditReport audit(AuditSettings settings) throws InterruptedException {
    return new Audit(settings, step -> {}).run();
  }

  private static AuditSettings settings(Duration bound) {
    EmbeddedClickHouse server = STACK.clickHouse();
    return new AuditSettings(
        STACK.kafka().bootstrapServers(),
        URI.create("http://127.0.0.1:" + flink.getAddress().getPort()),
        URI.create(server.httpUrl()),
        EmbeddedClickHouse.ANALYST,
        server.analystPassword(),
        DATABASE,
        AuditSettings.DEFAULT_GROUP,
        bound,
        Duration.ofMillis(100),
        false);
  }

  private static void commit(long first, long second) throws Exception {
    admin
        .alterConsumerGroupOffsets(
            AuditSettings.DEFAULT_GROUP,
            Map.of(
                new TopicPartition(Topics.WEBHOOK_EVENTS, 0), new OffsetAndMetadata(first),
                new TopicPartition(Topics.WEBHOOK_EVENTS, 1), new OffsetAndMetadata(second)))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  private static void run(String sql) {
    clickHouse.queryAll(sql);
  }
}
