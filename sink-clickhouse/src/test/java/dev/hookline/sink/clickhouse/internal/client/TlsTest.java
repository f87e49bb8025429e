package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.tls.ServerCertificate;
import dev.hookline.devstack.tls.TlsForwarder;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.block.TestBlocks;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import dev.hookline.sink.clickhouse.internal.settings.Tls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Blocks over TLS into the real engine, behind a forwarder that takes the TLS off. */
class TlsTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final TableSchema SCHEMA = TableSchema.of(Column.of("id", "String"));

  @TempDir static Path folder;

  private static TestServer server;
  private static TlsForwarder forwarder;
  private static ServerCertificate certificate;

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer(STACK.clickHouse());
    server.run(
        "CREATE TABLE $db.t (id String, ingest_block UUID) ENGINE = MergeTree ORDER BY id SETTINGS"
            + " non_replicated_deduplication_window = 10");
    certificate = ServerCertificate.make(folder, "ip:127.0.0.1");
    forwarder = TlsForwarder.start(certificate.keyStore(), STACK.clickHouse().port());
  }

  @AfterAll
  static void stop() {
    forwarder.close();
    server.close();
  }

  @Test
  void writesOverTlsTrustingACertificate() throws Exception {
    assertThat(insert("by certificate", certified(certificate.certificate())))
        .isEqualTo(new Written());
    assertThat(server.number("SELECT count() FROM $db.t WHERE id = 'by certificate'")).isEqualTo(1);
  }

  @Test
  void writesOverTlsTrustingAStore() throws Exception {
    Tls tls =
        new Tls(
            certificate.trustStore().toString(),
            new Secret(ServerCertificate.PASSWORD),
            "PKCS12",
            "");

    assertThat(insert("by store", tls)).isEqualTo(new Written());
    assertThat(server.number("SELECT count() FROM $db.t WHERE id = 'by store'")).isEqualTo(1);
  }

  @Test
  void sendsNothingToAServerThatNobodyVouchesFor() throws Exception {
    assertMisconfigured(Tls.OF_THE_PLATFORM);
    ServerCertificate stranger = ServerCertificate.make(folder, "ip:127.0.0.1");
    assertMisconfigured(certified(stranger.certificate()));
  }

  @Test
  void sendsNothingToAServerOfAnotherName() throws Exception {
    ServerCertificate elsewhere = ServerCertificate.make(folder, "dns:elsewhere.example");
    try (TlsForwarder other = TlsForwarder.start(elsewhere.keyStore(), STACK.clickHouse().port())) {
      assertMisconfigured(certified(elsewhere.certificate()), other.port());
    }
  }

  @Test
  void namesAFileThatIsNotThere() throws Exception {
    QueryFailedException failed = assertMisconfigured(certified(Path.of("/no/such.pem")));

    assertThat(failed).hasStackTraceContaining("/no/such.pem");
  }

  private static QueryFailedException assertMisconfigured(Tls tls) throws Exception {
    return assertMisconfigured(tls, forwarder.port());
  }

  /** At once, and not at the end of a budget: nobody's waiting makes a stranger a friend. */
  private static QueryFailedException assertMisconfigured(Tls tls, int port) throws Exception {
    try (ServerConnection connection = connection(tls, port)) {
      QueryFailedException failed =
          catchThrowableOfType(QueryFailedException.class, () -> connection.query("SELECT 1"));
      assertThat(failed).isNotNull();
      assertThat(failed.kind()).as("%s", failed).isEqualTo(FailureKind.MISCONFIGURED);
      return failed;
    }
  }

  private static InsertOutcome insert(String id, Tls tls) throws Exception {
    try (ServerConnection connection = connection(tls, forwarder.port())) {
      return connection.insert(
          TestBlocks.of(SCHEMA, List.of(id), (value, row) -> row.string("id", value)));
    }
  }

  private static Tls certified(Path pem) {
    return new Tls("", new Secret(""), "PKCS12", pem.toString());
  }

  private static ServerConnection connection(Tls tls, int port) {
    return new ServerConnection(
        new Connection(
            URI.create("https://127.0.0.1:" + port),
            EmbeddedClickHouse.WRITER,
            new Secret(STACK.clickHouse().writerPassword()),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Map.of(),
            Map.of(),
            tls),
        new Target(server.database(), "t", SCHEMA, ""));
  }
}
