package dev.hookline.jobs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.contract.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@link JobConfig} from YAML. An unknown key is refused: it is a setting mistyped. */
public final class JobConfigReader {

  // ${NAME} and ${NAME:-default} come from the environment; $${ is a plain ${
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\$\\{|\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?})?");

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private JobConfigReader() {}

  /**
   * Reads and checks a file.
   *
   * @param file YAML
   * @param environment where references are looked up
   * @return the settings
   * @throws JobConfigException with one line that names the file or the setting
   */
  public static JobConfig read(Path file, Map<String, String> environment) {
    String yaml;
    try {
      yaml = Files.readString(file);
    } catch (IOException e) {
      throw caused(file.toString(), "cannot be read: " + e, e);
    }
    return parse(yaml, environment);
  }

  /**
   * Reads and checks a text.
   *
   * @param yaml the file's text
   * @param environment where references are looked up
   * @return the settings
   * @throws JobConfigException with one line that names the setting
   */
  public static JobConfig parse(String yaml, Map<String, String> environment) {
    Section root;
    try {
      root = new Section("", YAML.readTree(yaml), environment);
    } catch (JsonProcessingException e) {
      throw caused(
          "the file", "is not YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""), e);
    }
    root.onlyHas(Set.of("kafka", "clickhouse", "dedup", "windows"));
    Section kafka = root.section("kafka");
    kafka.onlyHas(
        Set.of("bootstrapServers", "groupId", "retention", "segment", "clientProperties"));
    Section clickhouse = root.section("clickhouse");
    clickhouse.onlyHas(
        Set.of(
            "url",
            "database",
            "user",
            "password",
            "flushInterval",
            "retryBudget",
            "uncommitted",
            "refusedBlocks"));
    Section dedup = root.section("dedup");
    dedup.onlyHas(Set.of("horizon", "stateTtl"));
    Section windows = root.section("windows");
    windows.onlyHas(Set.of("lateness", "fireInterval"));
    return new JobConfig(
        new JobConfig.Kafka(
            kafka.text("bootstrapServers"),
            kafka.text("groupId", "hookline-job"),
            kafka.duration("retention", Duration.ofMillis(Topics.RETENTION_MS)),
            kafka.duration("segment", Duration.ofMillis(Topics.SEGMENT_MS)),
            access(kafka)),
        new JobConfig.ClickHouse(
            clickhouse.text("url"),
            clickhouse.text("database", "hookline"),
            clickhouse.text("user"),
            clickhouse.text("password"),
            clickhouse.duration("flushInterval", Duration.ofSeconds(1)),
            clickhouse.duration("retryBudget", Duration.ofSeconds(75)),
            clickhouse.size("uncommitted", new Size(16)),
            clickhouse.text("refusedBlocks", "")),
        new JobConfig.Dedup(
            dedup.duration("horizon", Duration.ofDays(7)),
            dedup.duration("stateTtl", Duration.ofDays(15))),
        new JobConfig.Windows(
            windows.duration("lateness", Duration.ofDays(4)),
            windows.duration("fireInterval", Duration.ofSeconds(5))));
  }

  private static KafkaAccess access(Section kafka) {
    String setting = "kafka.clientProperties";
    try {
      return KafkaAccess.read(setting, kafka.text("clientProperties", ""));
    } catch (SettingException e) {
      throw caused(setting, e.problem(), e);
    }
  }

  private static JobConfigException caused(String path, String problem, Throwable cause) {
    JobConfigException refusal = new JobConfigException(path, problem);
    refusal.initCause(cause);
    return refusal;
  }

  /** One mapping of the file, with the path that leads to it. */
  private record Section(String path, JsonNode node, Map<String, String> environment) {

    Section {
      if (node != null && !node.isMissingNode() && !node.isNull() && !node.isObject()) {
        throw new JobConfigException(
            path.isEmpty() ? "the file" : path, "must hold settings as 'name: value'");
      }
    }

    Section section(String name) {
      return new Section(at(name), child(name), environment);
    }

    void onlyHas(Set<String> known) {
      if (node == null) {
        return;
      }
      node.fieldNames()
          .forEachRemaining(
              name -> {
                if (!known.contains(name)) {
                  throw new JobConfigException(
                      at(name), "no such setting; known here: " + new TreeSet<>(known));
                }
              });
    }

    String text(String name) {
      String value = text(name, null);
      if (value == null) {
        throw new JobConfigException(at(name), "is missing");
      }
      return value;
    }

    String text(String name, String otherwise) {
      JsonNode value = child(name);
      if (value == null || value.isNull()) {
        return otherwise;
      }
      if (!value.isValueNode()) {
        throw new JobConfigException(at(name), "must be one value");
      }
      return resolved(at(name), value.asText());
    }

    Duration duration(String name, Duration otherwise) {
      String value = text(name, null);
      return value == null ? otherwise : Durations.parse(at(name), value);
    }

    Size size(String name, Size otherwise) {
      String value = text(name, null);
      return value == null ? otherwise : Size.parse(at(name), value);
    }

    private JsonNode child(String name) {
      return node == null ? null : node.get(name);
    }

    private String at(String name) {
      return path.isEmpty() ? name : path + "." + name;
    }

    private String resolved(String where, String text) {
      Matcher matcher = REFERENCE.matcher(text);
      StringBuilder out = new StringBuilder();
      while (matcher.find()) {
        String value =
            matcher.group().equals("$${")
                ? "${"
                : looked(where, matcher.group(1), matcher.group(2));
        matcher.appendReplacement(out, Matcher.quoteReplacement(value));
      }
      return matcher.appendTail(out).toString();
    }

    private String looked(String where, String name, String otherwise) {
      if (name == null) {
        throw new JobConfigException(
            where, "holds a broken reference: it is ${NAME} or ${NAME:-default}, and $${ is a ${");
      }
      String value = environment.get(name);
      if (value != null && !value.isEmpty()) {
        return value;
      }
      if (otherwise == null) {
        throw new JobConfigException(
            where, "the environment has no " + name + "; set it or give a default");
      }
      return otherwise;
    }
  }
}
