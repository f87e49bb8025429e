package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.block.TestBlocks;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import dev.hookline.sink.clickhouse.internal.settings.Tls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestHeadersTest {

  @Test
  void everyInsertCarriesTheHeadersBesideUserAndPassword() throws Exception {
    TableSchema schema = TableSchema.of(Column.of("j", "Array(JSON)"));
    SealedBlock block =
        TestBlocks.of(schema, List.of("{}"), (value, row) -> row.array("j", List.of(value)));
    try (StubServer server = new StubServer();
        ServerConnection connection =
            new ServerConnection(
                new Connection(
                    URI.create(server.endpoint()),
                    "writer",
                    new Secret("sesame"),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Map.of(),
                    Map.of("X-Proxy-Key", "let me in"),
                    Tls.OF_THE_PLATFORM),
                new Target("db", "t", schema, ""))) {

      assertThat(connection.insert(block)).isEqualTo(new Written());

      assertThat(server.requests().get(0).headers())
          .containsEntry("x-proxy-key", "let me in")
          .containsEntry("authorization", "Basic d3JpdGVyOnNlc2FtZQ==");
      assertThat(server.requests().get(0).parameters())
          .as("a JSON column's values travel as text")
          .containsEntry("input_format_binary_read_json_as_string", "1");
    }
  }
}
