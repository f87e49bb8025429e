package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseSinkBuilderTest {

  record Event(String id, long at) implements Serializable {}

  @Test
  void travelsToATaskByJavaSerialisation() throws Exception {
    ClickHouseSink<Event> sink = complete().build();

    byte[] bytes = InstantiationUtil.serializeObject(sink);
    ClickHouseSink<?> copy =
        InstantiationUtil.deserializeObject(bytes, getClass().getClassLoader());

    assertThat(copy.toString()).isEqualTo(sink.toString());
  }

  @Test
  void neverShowsThePassword() {
    assertThat(complete().build().toString()).contains("password=***").doesNotContain("sesame");
  }

  @Test
  void namesEachSettingThatIsMissing() {
    ClickHouseSinkBuilder<Event> nothing = ClickHouseSink.builder();
    assertThatThrownBy(nothing::build).hasMessageContaining("rowMapper is missing");

    assertThatThrownBy(() -> complete().deliveryMode(null).build())
        .hasMessageContaining("deliveryMode is missing");
    assertThatThrownBy(() -> complete().table(null).build())
        .hasMessageContaining("table is missing");
    assertThatThrownBy(
            () ->
                ClickHouseSink.<Event>builder()
                    .endpoint("http://127.0.0.1:8123")
                    .table("t")
                    .schema(TableSchema.of(Column.of("id", "String")))
                    .rowMapper((event, row) -> row.string("id", event.id()))
                    .deliveryMode(DeliveryMode.AT_LEAST_ONCE)
                    .build())
        .hasMessageContaining("say partitionedBy(expression, key) or unpartitioned()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "async_insert",
        "insert_deduplicate",
        "deduplicate_insert",
        "insert_deduplication_token",
        "optimize_on_insert",
        "max_insert_block_size",
        "materialized_views_ignore_errors",
        "input_format_skip_unknown_fields",
        "input_format_allow_errors_num",
        "group_by_overflow_mode",
        "input_format_binary_read_json_as_string",
        "password"
      })
  void refusesAServerSettingThatBreaksTheGuaranteeWithTheReason(String name) {
    ClickHouseSinkBuilder<Event> builder = complete().serverSetting(name, "1");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("server setting '" + name + "' cannot be given: .{20,}");
  }

  @Test
  void takesAServerSettingThatBreaksNothing() {
    assertThat(complete().serverSetting("insert_quorum", "2").build().toString())
        .contains("insert_quorum=2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "X-ClickHouse-User",
        "x-clickhouse-key",
        "X-ClickHouse-Database",
        "X-ClickHouse-Format",
        "Content-Encoding",
        "Transfer-Encoding",
        "Host",
        "Expect"
      })
  void refusesAHeaderThatBreaksTheGuaranteeWithTheReason(String name) {
    ClickHouseSinkBuilder<Event> builder = complete().header(name, "hush");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("header '" + name + "' cannot be given: .{20,}")
        .hasMessageNotContaining("hush");
  }

  @Test
  void takesAHeaderThatBreaksNothingAndNeverShowsItsValue() {
    assertThat(complete().header("X-Proxy-Key", "hush").build().toString())
        .contains("headers=[X-Proxy-Key]")
        .doesNotContain("hush");
    assertThatThrownBy(() -> complete().header("X-Proxy-Key", "a\r\nHost: b").build())
        .hasMessageContaining("'X-Proxy-Key' must be up to 8192 printable ASCII characters");
    assertThatThrownBy(() -> complete().header("two words", "x").build())
        .hasMessageContaining("is no name of a header");
  }

  @Test
  void takesATrustStoreOrACertificateBehindHttpsOnly() {
    assertThat(
            complete()
                .endpoint("https://127.0.0.1:8443")
                .trustStore("/etc/trust.p12", "hush", "PKCS12")
                .build()
                .toString())
        .contains("trustStore=/etc/trust.p12, trustStorePassword=***")
        .doesNotContain("hush");
    assertThatThrownBy(() -> complete().caCertificate("/etc/ca.pem").build())
        .hasMessageContaining("is not https");
    assertThatThrownBy(
            () -> complete().trustStore("/etc/trust.p12", "x", "JKS").caCertificate("/etc/ca.pem"))
        .hasMessageContaining("both say whom to trust");
    assertThatThrownBy(() -> complete().trustStore("/etc/trust.p12", "x", "PEM"))
        .hasMessageContaining("must be PKCS12 or JKS");
  }

  @Test
  void refusesValuesOutOfTheirRangeNamingSettingAndLimit() {
    assertThatThrownBy(() -> complete().maxBlockRows(0).build())
        .hasMessage("maxBlockRows is 0 and must be between 1 and 1048449");
    assertThatThrownBy(() -> complete().maxBlockBytes(300_000_000).build())
        .hasMessageContaining("maxBlockBytes is 300000000");
    assertThatThrownBy(() -> complete().maxOpenBytes(1).build())
        .hasMessageContaining("maxOpenBytes is 1");
    assertThatThrownBy(() -> complete().socketTimeout(Duration.ZERO).build())
        .hasMessageContaining("socketTimeout is PT0S")
        .hasMessageContaining("no wait is without end");
    assertThatThrownBy(() -> complete().flushInterval(Duration.ZERO).build())
        .hasMessageContaining("flushInterval");
    assertThatThrownBy(() -> complete().retryBudget(Duration.ofMillis(-1)).build())
        .hasMessageContaining("retryBudget");
    assertThatThrownBy(() -> complete().endpoint("127.0.0.1:8123").build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> complete().endpoint("http://u:p@127.0.0.1:8123").build())
        .hasMessageContaining("give them by user() and password()");
  }

  @Test
  void refusesASchemaWithTheSinksOwnColumnOrATypeThatItDoesNotWrite() {
    assertThatThrownBy(() -> TableSchema.of(Column.of("ingest_block", "UUID")))
        .hasMessageContaining("leave it out");
    assertThatThrownBy(() -> TableSchema.of(Column.of("a", "UInt8"), Column.of("a", "UInt8")))
        .hasMessageContaining("given twice");
    assertThatThrownBy(() -> Column.of("a", "Dynamic"))
        .hasMessageStartingWith("column 'a': type Dynamic is not written by this sink")
        .hasMessageContaining("Nullable(T)");
  }

  private static ClickHouseSinkBuilder<Event> complete() {
    return ClickHouseSink.<Event>builder()
        .endpoint("http://127.0.0.1:8123")
        .user("writer")
        .password("sesame")
        .database("db")
        .table("events")
        .schema(TableSchema.of(Column.of("id", "String"), Column.of("at", "DateTime64(3,'UTC')")))
        .rowMapper((event, row) -> row.string("id", event.id()).timestampMillis("at", event.at()))
        .partitionedBy("toYYYYMM(at)", event -> event.at() / 1000)
        .deliveryMode(DeliveryMode.AT_LEAST_ONCE);
  }
}
