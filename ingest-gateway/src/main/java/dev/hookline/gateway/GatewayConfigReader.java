package dev.hookline.gateway;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.contract.settings.SettingException;
import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfig.Kafka;
import dev.hookline.gateway.GatewayConfig.Limits;
import dev.hookline.gateway.GatewayConfig.Organisation;
import dev.hookline.gateway.GatewayConfig.RateLimit;
import dev.hookline.gateway.GatewayConfig.Redis;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a {@link GatewayConfig} from a YAML file. Whatever is not understood is refused: a gateway
 * that ignored a misspelt key would run with a default that nobody chose.
 */
public final class GatewayConfigReader {

  /** A file larger than this is not a configuration, in bytes. */
  private static final long MAX_FILE_BYTES = 1 << 20;

  private static final int MAX_SECRETS = 10;
  private static final long LEAST_MEMORY = 64L << 20;
  private static final long MOST_MEMORY = 16L << 30;

  /** Without a delivery timeout of a second or two no broker could be retried. */
  private static final Duration LEAST_DEADLINE = Duration.ofSeconds(4);

  /** Jira waits 20 s, GitHub Enterprise Server 30 s; GitHub itself only 10 s. */
  private static final Duration MOST_DEADLINE = Duration.ofSeconds(19);

  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private GatewayConfigReader() {}

  /**
   * Reads a file.
   *
   * @param file the YAML file
   * @param environment what {@code ${NAME}} refers to
   * @return the configuration, checked
   * @throws ConfigException when the file cannot be read or says something that is not understood;
   *     one line that names the file and the field
   */
  public static GatewayConfig read(Path file, Map<String, String> environment)
      throws ConfigException {
    JsonNode tree = parse(file);
    try {
      return config(root(tree, environment));
    } catch (ConfigException e) {
      throw e.in(file);
    }
  }

  /**
   * Reads one organisation's secrets and nothing else, so that a sender needs no other variable
   * than the one that its own secret refers to.
   *
   * @param file the YAML file
   * @param environment what {@code ${NAME}} refers to
   * @param organisation its name
   * @param source whose secrets
   * @return the secrets; empty when the organisation or its source is not configured
   * @throws ConfigException as {@link #read}
   */
  public static List<Secret> readSecrets(
      Path file, Map<String, String> environment, String organisation, Source source)
      throws ConfigException {
    JsonNode tree = parse(file);
    try {
      Optional<ConfigNode> found = requireOrganisations(root(tree, environment)).find(organisation);
      if (found.isPresent()) {
        found = organisationSection(found.get()).find(source.wireName());
      }
      return found.isPresent() ? secrets(found.get().section("secrets")) : List.of();
    } catch (ConfigException e) {
      throw e.in(file);
    }
  }

  private static ConfigNode root(JsonNode tree, Map<String, String> environment)
      throws ConfigException {
    return new ConfigNode("", tree, new EnvironmentReferences(environment))
        .section("listen", "admin", "kafka", "redis", "limits", "organisations");
  }

  private static GatewayConfig config(ConfigNode root) throws ConfigException {
    Endpoint listen = endpoint(root.find("listen"), Endpoint.DEFAULT_LISTEN);
    Endpoint admin = endpoint(root.find("admin"), Endpoint.DEFAULT_ADMIN);
    if (listen.port() != 0 && listen.port() == admin.port()) {
      throw new ConfigException("admin.port", "must differ from listen.port, both are the same");
    }
    Optional<ConfigNode> redis = root.find("redis");
    return new GatewayConfig(
        listen,
        admin,
        kafka(root.require("kafka", "say kafka: {bootstrapServers: \"host:9092\"}")),
        redis.isPresent() ? Optional.of(redis(redis.get())) : Optional.empty(),
        limits(root.find("limits")),
        organisations(requireOrganisations(root)));
  }

  private static ConfigNode requireOrganisations(ConfigNode root) throws ConfigException {
    return root.require("organisations", "name at least one organisation with its secrets");
  }

  private static JsonNode parse(Path file) throws ConfigException {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new ConfigException(file.toString(), "is over 1 MiB, so it is no configuration");
      }
      return YAML.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      // The parser's further lines quote the file, which may hold secrets.
      JsonLocation at = e.getLocation();
      throw new ConfigException(
          file.toString(),
          "is not readable as YAML"
              + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr())
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse("unknown"));
    } catch (IOException e) {
      throw new ConfigException(
          file.toString(), "cannot be read (" + e + "); give the file by --config FILE");
    }
  }

  private static Endpoint endpoint(Optional<ConfigNode> node, Endpoint fallback)
      throws ConfigException {
    if (node.isEmpty()) {
      return fallback;
    }
    ConfigNode section = node.get().section("host", "port");
    Optional<ConfigNode> host = section.find("host");
    Optional<ConfigNode> port = section.find("port");
    return new Endpoint(
        host.isPresent() ? host.get().text() : fallback.host(),
        port.isPresent() ? port.get().integer(0, 65_535) : fallback.port());
  }

  private static Kafka kafka(ConfigNode node) throws ConfigException {
    ConfigNode section = node.section("bootstrapServers", "buffer", "clientProperties");
    Optional<ConfigNode> buffer = section.find("buffer");
    return new Kafka(
        section.require("bootstrapServers", "say host:port of one or more brokers").text(),
        buffer.isPresent()
            ? buffer.get().bytes(LEAST_MEMORY, MOST_MEMORY)
            : Kafka.DEFAULT_BUFFER_BYTES,
        access(section.find("clientProperties")));
  }

  private static KafkaAccess access(Optional<ConfigNode> node) throws ConfigException {
    if (node.isEmpty()) {
      return KafkaAccess.NONE;
    }
    String path = node.get().path();
    try {
      return KafkaAccess.read(path, node.get().optionalText().orElse(""));
    } catch (SettingException e) {
      throw new ConfigException(path, e.problem());
    }
  }

  private static Redis redis(ConfigNode node) throws ConfigException {
    ConfigNode section = node.section("url", "budget", "user", "password");
    ConfigNode url = section.require("url", "say redis://host:6379, or leave out the section");
    URI uri;
    try {
      uri = URI.create(url.text());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(url.path(), "must be a URL such as redis://host:6379");
    }
    boolean known = "redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme());
    if (!known || uri.getHost() == null || uri.getPort() < 0) {
      throw new ConfigException(
          url.path(), "must be redis://host:port or rediss://host:port, with the port");
    }
    Optional<ConfigNode> budget = section.find("budget");
    Optional<String> user = optionalText(section.find("user"));
    Optional<String> password = optionalText(section.find("password"));
    if (user.isPresent() && password.isEmpty()) {
      throw new ConfigException(node.path() + ".password", "is missing: redis.user is set");
    }
    if (password.isPresent() && uri.getRawUserInfo() != null) {
      throw new ConfigException(
          url.path(),
          "holds a user or password, and so does redis.password: leave one of them out");
    }
    return new Redis(
        uri,
        budget.isPresent()
            ? budget.get().duration(Duration.ofMillis(10), Duration.ofSeconds(1))
            : Redis.DEFAULT_BUDGET,
        user,
        password.map(Secret::new));
  }

  private static Optional<String> optionalText(Optional<ConfigNode> node) throws ConfigException {
    return node.isPresent() ? node.get().optionalText() : Optional.empty();
  }

  private static Limits limits(Optional<ConfigNode> node) throws ConfigException {
    if (node.isEmpty()) {
      return Limits.DEFAULT;
    }
    ConfigNode section = node.get().section("inFlight", "requests", "deadline");
    Optional<ConfigNode> bytes = section.find("inFlight");
    Optional<ConfigNode> requests = section.find("requests");
    Optional<ConfigNode> deadline = section.find("deadline");
    return new Limits(
        bytes.isPresent()
            ? bytes.get().bytes(LEAST_MEMORY, MOST_MEMORY)
            : Limits.DEFAULT_IN_FLIGHT_BYTES,
        requests.isPresent()
            ? requests.get().integer(1, 100_000)
            : Limits.DEFAULT_IN_FLIGHT_REQUESTS,
        deadline.isPresent()
            ? deadline.get().duration(LEAST_DEADLINE, MOST_DEADLINE)
            : Limits.DEFAULT_DEADLINE);
  }

  private static Map<String, Organisation> organisations(ConfigNode node) throws ConfigException {
    Map<String, Organisation> organisations = new LinkedHashMap<>();
    for (String name : node.names()) {
      if (!EventIdentity.isOrg(name)) {
        throw new ConfigException(
            node.path() + "." + name,
            "an organisation's name has 1 to 64 characters of a-z, 0-9, _ and -, and starts with a"
                + " letter or digit; rename it");
      }
      organisations.put(name, organisation(node.require(name, "")));
    }
    if (organisations.isEmpty()) {
      throw new ConfigException(node.path(), "must name at least one organisation");
    }
    return organisations;
  }

  private static Organisation organisation(ConfigNode node) throws ConfigException {
    ConfigNode section = organisationSection(node);
    Map<Source, List<Secret>> secrets = new EnumMap<>(Source.class);
    for (Source source : Source.values()) {
      Optional<ConfigNode> found = section.find(source.wireName());
      if (found.isPresent()) {
        secrets.put(source, secrets(found.get().section("secrets")));
      }
    }
    if (secrets.isEmpty()) {
      throw new ConfigException(
          node.path(), "needs a source: say github: {secrets: [...]} or jira: {secrets: [...]}");
    }
    Optional<ConfigNode> limit = section.find("rateLimit");
    return new Organisation(
        secrets, limit.isPresent() ? Optional.of(rateLimit(limit.get())) : Optional.empty());
  }

  private static ConfigNode organisationSection(ConfigNode node) throws ConfigException {
    return node.section(Source.GITHUB.wireName(), Source.JIRA.wireName(), "rateLimit");
  }

  private static List<Secret> secrets(ConfigNode section) throws ConfigException {
    ConfigNode list =
        section.require("secrets", "without a secret anybody could send; say secrets: [\"...\"]");
    List<Secret> secrets = new ArrayList<>();
    for (ConfigNode element : list.elements()) {
      secrets.add(new Secret(element.text()));
    }
    if (secrets.isEmpty() || secrets.size() > MAX_SECRETS) {
      throw new ConfigException(
          list.path(), "must hold 1 to " + MAX_SECRETS + " secrets, holds " + secrets.size());
    }
    return List.copyOf(secrets);
  }

  private static RateLimit rateLimit(ConfigNode node) throws ConfigException {
    ConfigNode section = node.section("perSecond", "burst");
    return new RateLimit(
        section.require("perSecond", "say how many a second").number(0.001, 1_000_000),
        section.require("burst", "say how many at once").integer(1, 1_000_000));
  }
}
