package dev.hookline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobConfigReaderTest {

  private static final Path SHIPPED =
      Path.of(System.getProperty("hookline.root", ".."), "conf", "job.yaml");

  private static final String LEAST =
      """
      kafka: {bootstrapServers: k:1}
      clickhouse: {url: "http://c:2", user: u, password: geheim}
      """;

  @Test
  void theShippedFileHoldsTheDefaults() {
    JobConfig shipped = JobConfigReader.read(SHIPPED, Map.of());
    assertThat(shipped.kafka())
        .isEqualTo(
            new JobConfig.Kafka(
                "127.0.0.1:9092", "hookline-job", Duration.ofDays(7), Duration.ofDays(1)));
    assertThat(shipped.clickhouse().url()).isEqualTo("http://127.0.0.1:8123");
    assertThat(shipped.clickhouse().database()).isEqualTo("hookline");
    assertThat(shipped.clickhouse().user()).isEqualTo("hookline_writer");
    assertThat(shipped.clickhouse().password()).isEqualTo("demo-writer-password");
    JobConfig least = JobConfigReader.parse(LEAST, Map.of());
    assertThat(shipped.dedup()).isEqualTo(least.dedup());
    assertThat(shipped.windows()).isEqualTo(least.windows());
    assertThat(shipped.clickhouse().flushInterval()).isEqualTo(least.clickhouse().flushInterval());
    assertThat(shipped.clickhouse().retryBudget()).isEqualTo(least.clickhouse().retryBudget());
    assertThat(shipped.clickhouse().uncommitted())
        .isEqualTo(least.clickhouse().uncommitted())
        .returns(16L * 1024 * 1024, Size::bytes);
    assertThat(shipped.clickhouse().refusedBlocks()).isEmpty();
    assertThat(least.clickhouse().refusedBlocks()).isEmpty();
    assertThat(least.windows())
        .isEqualTo(new JobConfig.Windows(Duration.ofDays(4), Duration.ofSeconds(5)));
    assertThat(least.dedup())
        .isEqualTo(new JobConfig.Dedup(Duration.ofDays(7), Duration.ofDays(15)));
  }

  @Test
  void takesValuesFromTheEnvironment() {
    JobConfig config =
        JobConfigReader.read(
            SHIPPED,
            Map.of(
                "HOOKLINE_KAFKA",
                "broker:9",
                "HOOKLINE_CLICKHOUSE",
                "https://ch:8443",
                "HOOKLINE_WRITER_PASSWORD",
                "a$b\\c"));
    assertThat(config.kafka().bootstrapServers()).isEqualTo("broker:9");
    assertThat(config.clickhouse().url()).isEqualTo("https://ch:8443");
    assertThat(config.clickhouse().password()).isEqualTo("a$b\\c");
  }

  @Test
  void theAccessToKafkaComesFromAFile(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SASL_SSL\nsasl.jaas.config=x password=\"geheim\";\n");
    Map<String, String> environment = Map.of("HOOKLINE_KAFKA_PROPERTIES", file.toString());
    JobConfig config = JobConfigReader.read(SHIPPED, environment);
    assertThat(config.kafka().clientProperties().properties())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "x password=\"geheim\";");
    assertThat(config.toString()).contains("sasl.jaas.config").doesNotContain("geheim");
    Files.writeString(file, "group.id=other");
    assertThatThrownBy(() -> JobConfigReader.read(SHIPPED, environment))
        .isInstanceOf(JobConfigException.class)
        .hasMessageStartingWith("kafka.clientProperties: ")
        .hasMessageContaining("sets group.id");
  }

  @Test
  void aPlainDollarBraceIsWrittenWithTwoDollars() {
    assertThat(password("a$${b}c")).isEqualTo("a${b}c");
    assertThat(password("${X:-a}${Y:-}b")).isEqualTo("ab");
    assertThatThrownBy(() -> password("a${b"))
        .hasMessageStartingWith("clickhouse.password: holds a broken reference");
  }

  private static String password(String text) {
    return JobConfigReader.parse(LEAST.replace("geheim", "'" + text + "'"), Map.of())
        .clickhouse()
        .password();
  }

  @Test
  void neverPrintsThePassword() {
    assertThat(JobConfigReader.parse(LEAST, Map.of()).toString())
        .contains("password=***")
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kafka: {bootstrapServers: k, grupId: x}       | kafka.grupId: no such setting
          kafkas: {}                                    | kafkas: no such setting
          kafka: 3                                      | kafka: must hold settings
          kafka: {bootstrapServers: [a]}                | kafka.bootstrapServers: must be one value
          kafka: {groupId: x}                           | kafka.bootstrapServers: is missing
          kafka: {bootstrapServers: '${NOT_SET}'}       | kafka.bootstrapServers: the environment has no NOT_SET
          kafka: {bootstrapServers: k, retention: 7}    | kafka.retention: must be a whole number with
          kafka: {bootstrapServers: k, segment: 0s}     | kafka.segment: must be above 0s
          'kafka: {bootstrapServers: '                  | the file: is not YAML
          """)
  void refusesAFaultyFileInOneLineThatNamesTheSetting(String yaml, String message) {
    assertThatThrownBy(
            () ->
                JobConfigReader.parse(
                    yaml + "\n" + LEAST.lines().skip(1).toList().get(0), Map.of()))
        .isInstanceOf(JobConfigException.class)
        .hasMessageStartingWith(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void refusesSettingsThatBreakAPromiseToEachOther() {
    assertThatThrownBy(() -> JobConfigReader.parse(LEAST + "windows: {lateness: 168h}\n", Map.of()))
        .hasMessageStartingWith("windows.lateness: must be at most dedup.horizon − 1 h = 167h");
    assertThat(
            JobConfigReader.parse(LEAST + "windows: {lateness: 167h}\n", Map.of())
                .lateness()
                .allowance())
        .isEqualTo(Duration.ofHours(167));
    assertThatThrownBy(() -> JobConfigReader.parse(LEAST + "dedup: {stateTtl: 359h}\n", Map.of()))
        .hasMessageStartingWith(
            "dedup.stateTtl: must be at least dedup.horizon + kafka.retention + kafka.segment ="
                + " 15d");
  }

  @Test
  void refusesABudgetForAnOutageThatACheckpointDoesNotLiveToSee() {
    JobConfig config = JobConfigReader.parse(LEAST, Map.of());
    config.requireBelow(Duration.ofSeconds(106));
    assertThatThrownBy(() -> config.requireBelow(Duration.ofSeconds(105)))
        .isInstanceOf(JobConfigException.class)
        .hasMessageStartingWith(
            "clickhouse.retryBudget: must, with the 30s of a last attempt, be below"
                + " execution.checkpointing.timeout = 105s")
        .hasMessageEndingWith("got 75s");
  }

  @Test
  void refusesASizeThatIsNoneOrTooSmallForABlock() {
    String clickhouse = "clickhouse: {url: \"http://c:2\", user: u, password: p, uncommitted: %s}";
    for (String none : java.util.List.of("16", "16MB", "-1MiB", "1.5MiB")) {
      assertThatThrownBy(() -> parseWith(clickhouse.formatted(none)))
          .isInstanceOf(JobConfigException.class)
          .hasMessageStartingWith("clickhouse.uncommitted: must be a whole number of MiB");
    }
    assertThatThrownBy(() -> parseWith(clickhouse.formatted("7MiB")))
        .isInstanceOf(JobConfigException.class)
        .hasMessageStartingWith("clickhouse.uncommitted: must be at least 8MiB");
  }

  private static JobConfig parseWith(String clickhouse) {
    return JobConfigReader.parse(
        LEAST.lines().findFirst().orElseThrow() + "\n" + clickhouse, Map.of());
  }

  @Test
  void refusesAUrlThatIsNone() {
    assertThatThrownBy(() -> JobConfigReader.parse(LEAST.replace("http://c:2", "c:2"), Map.of()))
        .hasMessageStartingWith("clickhouse.url: must be http(s)://host:port");
  }

  @Test
  void namesAFileThatIsNotThere() {
    assertThatThrownBy(() -> JobConfigReader.read(Path.of("no-such.yaml"), Map.of()))
        .isInstanceOf(JobConfigException.class)
        .hasMessageStartingWith("no-such.yaml: cannot be read");
  }
}
