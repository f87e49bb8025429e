package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.ClicksJob.Click;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds docs/sink.md against the code: the job runs, the tables are taken, the settings are so. */
class SinkDocTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final Path ROOT = Path.of(System.getProperty("hookline.root"));
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([^|]+) \\|.*");
  private static final int CLICKS = 3000;

  @Test
  void theJobOnThePageWritesEveryClickOnceIntoItsTableAndItsView() throws Exception {
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      statements("tables").forEach(server::run);
      Configuration configuration = new Configuration();
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration);
      env.setParallelism(2);
      DataGeneratorSource<Click> source =
          new DataGeneratorSource<>(
              SinkDocTest::click,
              CLICKS,
              RateLimiterStrategy.perSecond(2000),
              TypeInformation.of(Click.class));
      ClicksJob.write(
          env,
          env.fromSource(source, WatermarkStrategy.noWatermarks(), "clicks"),
          STACK.clickHouse().httpUrl(),
          EmbeddedClickHouse.WRITER,
          STACK.clickHouse().writerPassword());

      JobClient job = env.executeAsync();
      job.getJobExecutionResult().get(90, TimeUnit.SECONDS);

      List<String> reading = statements("reading");
      assertThat(reading).hasSize(2);
      for (String select : reading) {
        assertThat(server.number(select)).as(select).isEqualTo(CLICKS);
      }
      assertThat(server.number("SELECT count() FROM shop.clicks"))
          .as("rows without FINAL")
          .isEqualTo(CLICKS);
    }
  }

  /** Spread over two months. */
  private static Click click(long n) {
    return new Click("click-" + n, Instant.ofEpochSecond(1_701_000_000L + n * 300));
  }

  @Test
  void thePageShowsTheJobThatRunsAndItHas20Lines() throws IOException {
    String job = source("job");

    assertThat(code("job")).isEqualTo(job);
    assertThat(job.lines()).hasSizeLessThanOrEqualTo(20);
    assertThat(code("invalid")).isEqualTo(source("invalid"));
  }

  @Test
  void thePageHasEverySettingOfTheBuilderWithItsDefault() throws Exception {
    ClickHouseSinkBuilder<Object> builder = ClickHouseSink.builder();
    Map<String, String> defaults = new TreeMap<>();
    for (Method method : ClickHouseSinkBuilder.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())
          && method.getReturnType() == ClickHouseSinkBuilder.class) {
        defaults.put(method.getName(), defaultOf(builder, method.getName()));
      }
    }

    assertThat(table("settings")).isEqualTo(defaults);
  }

  @Test
  void thePageHasTheSettingsThatAreSentAndThoseThatMustHold() throws IOException {
    assertThat(table("sent")).isEqualTo(new TreeMap<>(GuardedSettings.sent()));
    assertThat(table("held")).isEqualTo(new TreeMap<>(GuardedSettings.held()));
  }

  private static String defaultOf(ClickHouseSinkBuilder<?> builder, String name)
      throws IllegalAccessException {
    for (Field field : ClickHouseSinkBuilder.class.getDeclaredFields()) {
      if (field.getName().equals(name)) {
        field.setAccessible(true);
        return shown(field.get(builder));
      }
    }
    return "none";
  }

  private static String shown(Object value) {
    if (value instanceof Duration duration) {
      return duration.toSeconds() + " s";
    }
    if (value instanceof Number number) {
      return String.format(Locale.ROOT, "%,d", number.longValue());
    }
    if (value instanceof OnInvalidRow<?> onInvalidRow) {
      return onInvalidRow.toString();
    }
    return value instanceof String text && !text.isEmpty() ? text : "none";
  }

  /** The code block between the page's marks of that name. */
  private static String code(String name) throws IOException {
    List<String> lines = section(name).lines().filter(line -> !line.startsWith("```")).toList();
    return String.join("\n", lines) + "\n";
  }

  private static List<String> statements(String name) throws IOException {
    return Pattern.compile(";\\s*").splitAsStream(code(name)).filter(s -> !s.isBlank()).toList();
  }

  private static Map<String, String> table(String name) throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (String line : section(name).lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(rows.put(row.group(1), row.group(2).strip())).as(row.group(1)).isNull();
      }
    }
    return rows;
  }

  private static String section(String name) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/sink.md"));
    Matcher section =
        Pattern.compile(
                "<!-- %1$s: [^>]*-->\n(.*?)<!-- end of %1$s -->".formatted(name), Pattern.DOTALL)
            .matcher(page);
    assertThat(section.find()).as("docs/sink.md has a section '%s'", name).isTrue();
    return section.group(1);
  }

  /** What is between the source's marks of that name, set to the left. */
  private static String source(String name) throws IOException {
    List<String> lines =
        Files.readAllLines(
            ROOT.resolve(
                "sink-clickhouse/src/test/java/dev/hookline/sink/clickhouse/ClicksJob.java"));
    List<String> found = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      if (line.strip().equals("// end of " + name)) {
        inside = false;
      }
      if (inside) {
        found.add(line.substring(4));
      }
      if (line.strip().equals("// begin of " + name)) {
        inside = true;
      }
    }
    return found.stream().collect(Collectors.joining("\n", "", "\n"));
  }
}
