package dev.hookline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hookline.contract.Source;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfig.Kafka;
import dev.hookline.gateway.GatewayConfig.Limits;
import dev.hookline.gateway.GatewayConfig.Redis;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayConfigReaderTest {

  private static final String KAFKA = "kafka: {bootstrapServers: 'k:9092'}\n";
  private static final String ORGS = "organisations: {acme: {github: {secrets: [s3cr3t]}}}\n";

  @TempDir Path folder;

  private GatewayConfig read(String yaml, Map<String, String> environment) throws ConfigException {
    return GatewayConfigReader.read(write(yaml), environment);
  }

  private Path write(String yaml) {
    try {
      return Files.writeString(folder.resolve("gateway.yaml"), yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String refusal(String yaml, Map<String, String> environment) {
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> read(yaml, environment));
    assertThat(refused).as("refused: %s", yaml).isNotNull();
    String file = folder.resolve("gateway.yaml") + ": ";
    assertThat(refused.getMessage()).startsWith(file).doesNotContain("\n").doesNotContain("s3cr3t");
    return refused.getMessage().substring(file.length());
  }

  @Test
  void theShortestFileHasTheDefaults() throws ConfigException {
    GatewayConfig config = read(KAFKA + ORGS, Map.of());
    assertThat(config.listen()).isEqualTo(new Endpoint("127.0.0.1", 8080));
    assertThat(config.admin()).isEqualTo(new Endpoint("127.0.0.1", 8081));
    assertThat(config.kafka()).isEqualTo(new Kafka("k:9092", Kafka.DEFAULT_BUFFER_BYTES));
    assertThat(config.redis()).isEmpty();
    assertThat(config.limits()).isEqualTo(Limits.DEFAULT);
    assertThat(config.organisations()).containsOnlyKeys("acme");
    assertThat(config.organisations().get("acme").rateLimit()).isEmpty();
    assertThat(config.organisations().get("acme").secrets(Source.JIRA)).isEmpty();
  }

  @Test
  void everySettingIsRead() throws ConfigException {
    GatewayConfig config =
        read(
            """
            listen: {host: 0.0.0.0, port: 80}
            admin: {host: 127.0.0.2, port: 0}
            kafka: {bootstrapServers: "a:1,b:2", buffer: 64MiB}
            redis: {url: "rediss://user:pw@r:6380/2", budget: 50ms}
            limits: {inFlight: 1GiB, requests: 7, deadline: 9s}
            organisations:
              acme:
                github: {secrets: [one, two]}
                jira: {secrets: ["3"]}
                rateLimit: {perSecond: 0.5, burst: 10}
            """,
            Map.of());
    assertThat(config.listen()).isEqualTo(new Endpoint("0.0.0.0", 80));
    assertThat(config.admin()).isEqualTo(new Endpoint("127.0.0.2", 0));
    assertThat(config.kafka()).isEqualTo(new Kafka("a:1,b:2", 64L << 20));
    assertThat(config.redis().map(Redis::budget)).contains(Duration.ofMillis(50));
    assertThat(config.limits()).isEqualTo(new Limits(1L << 30, 7, Duration.ofSeconds(9)));
    GatewayConfig.Organisation acme = config.organisations().get("acme");
    assertThat(acme.secrets(Source.GITHUB))
        .isEqualTo(List.of(new Secret("one"), new Secret("two")));
    assertThat(acme.secrets(Source.JIRA)).isEqualTo(List.of(new Secret("3")));
    assertThat(acme.rateLimit()).contains(new GatewayConfig.RateLimit(0.5, 10));
  }

  @Test
  void theAccessToKafkaComesFromAFileThatMayBeLeftOut() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SASL_SSL\nsasl.jaas.config=x password=\"s3cr3t\";\n");
    String yaml =
        "kafka: {bootstrapServers: k, clientProperties: \"${KAFKA_PROPERTIES:-}\"}\n" + ORGS;
    assertThat(read(yaml, Map.of()).kafka().access()).isEqualTo(KafkaAccess.NONE);
    Map<String, String> environment = Map.of("KAFKA_PROPERTIES", file.toString());
    GatewayConfig config = read(yaml, environment);
    assertThat(config.kafka().access().properties())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "x password=\"s3cr3t\";");
    assertThat(config.toString()).contains("sasl.jaas.config").doesNotContain("s3cr3t");
    Files.writeString(file, "acks=1");
    assertThat(refusal(yaml, environment))
        .startsWith("kafka.clientProperties: ")
        .contains("sets acks");
  }

  @Test
  void aUserAndPasswordOfRedisMayStandBesideItsUrl() throws ConfigException {
    String yaml =
        KAFKA + ORGS + "redis: {url: 'rediss://r:6379', user: '${U:-}', password: '${P:-}'}";
    Redis open = read(yaml, Map.of()).redis().orElseThrow();
    assertThat(open).isEqualTo(new Redis(URI.create("rediss://r:6379"), Redis.DEFAULT_BUDGET));
    Redis closed = read(yaml, Map.of("U", "gateway", "P", "s3cr3t")).redis().orElseThrow();
    assertThat(closed.user()).contains("gateway");
    assertThat(closed.password()).contains(new Secret("s3cr3t"));
    assertThat(closed.toString()).doesNotContain("s3cr3t");
    assertThat(refusal(yaml, Map.of("U", "gateway"))).startsWith("redis.password: is missing");
    assertThat(refusal(yaml.replace("//r", "//:other@r"), Map.of("P", "s3cr3t")))
        .startsWith("redis.url: holds a user or password")
        .doesNotContain("other");
  }

  @Test
  void secretsAndPasswordsAreInNoText() throws ConfigException {
    String text =
        read(KAFKA + ORGS + "redis: {url: 'redis://:s3cr3t@r:6379'}", Map.of()).toString();
    assertThat(text).doesNotContain("s3cr3t").contains("****").contains("redis://r:6379");
  }

  @Test
  void valuesComeFromTheEnvironmentOrTheirDefault() throws ConfigException {
    String yaml =
        """
        listen: {port: "${PORT:-8090}"}
        kafka: {bootstrapServers: "${A}:1,${B:-b}:2"}
        organisations: {acme: {github: {secrets: ["${SECRET}", "$${PLAIN}"]}}}
        """;
    Map<String, String> environment = Map.of("A", "a", "SECRET", "x${A}", "PORT", "");
    GatewayConfig config = read(yaml, environment);
    assertThat(config.listen().port()).isEqualTo(8090);
    assertThat(config.kafka().bootstrapServers()).isEqualTo("a:1,b:2");
    assertThat(config.organisations().get("acme").secrets(Source.GITHUB))
        .isEqualTo(List.of(new Secret("x${A}"), new Secret("${PLAIN}")));
  }

  @Test
  void anUnsetVariableIsNamed() {
    String yaml = KAFKA + "organisations: {acme: {github: {secrets: ['${HOOK_SECRET}']}}}";
    assertThat(refusal(yaml, Map.of()))
        .startsWith("organisations.acme.github.secrets[0]: ")
        .contains("HOOK_SECRET is not set");
    assertThat(refusal(yaml, Map.of("HOOK_SECRET", "")))
        .startsWith("organisations.acme.github.secrets[0]: ")
        .contains("must not be empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kafka: {bootstrapServers: k, servers: x}          | kafka.servers: unknown key | bootstrapServers, buffer
          kafak: {}                                         | kafak: unknown key | listen, admin, kafka
          kafka: {bootstrapServers: 9}                      | kafka.bootstrapServers: must be text | quotes
          kafka: {}                                         | kafka.bootstrapServers: is missing | host:port
          kafka: [k]                                        | kafka: must be a section | list
          listen: {port: 65536}                             | listen.port: must be a whole number from 0 to 65535 | 65536
          listen: {port: http}                              | listen.port: must be a whole number | http
          listen: {host: }                                  | listen.host: must be text | empty
          admin: {port: 8080}                               | admin.port: must differ from listen.port | same
          limits: {inFlight: 1MiB}                          | limits.inFlight: must be a size such as 128MiB, from 64MiB | 1MiB
          limits: {deadline: 30s}                           | limits.deadline: must be a time such as 8s or 100ms | 30s
          limits: {requests: 0}                             | limits.requests: must be a whole number from 1 | 0
          redis: {url: 'http://r:6379'}                     | redis.url: must be redis:// | port
          redis: {url: 'redis://r'}                         | redis.url: must be redis:// | port
          redis: {}                                         | redis.url: is missing | leave out
          organisations: {}                                 | organisations: must name at least one | organisation
          organisations: {Acme: {github: {secrets: [s]}}}   | organisations.Acme: an organisation's name | a-z
          organisations: {acme: {}}                         | organisations.acme: needs a source | jira
          organisations: {acme: {gitlab: {}}}               | organisations.acme.gitlab: unknown key | github, jira
          organisations: {acme: {github: {}}}               | organisations.acme.github.secrets: is missing | anybody
          organisations: {acme: {github: {secrets: []}}}    | organisations.acme.github.secrets: must hold 1 to 10 | 0
          organisations: {acme: {github: {secrets: ['']}}}  | organisations.acme.github.secrets[0]: must not be empty | empty
          organisations: {acme: {github: {secrets: [12]}}}  | organisations.acme.github.secrets[0]: must be text | quotes
          organisations: {acme: {github: {secrets: x}}}     | organisations.acme.github.secrets: must be a list | text
          organisations: {acme: {github: {secrets: [s]}, rateLimit: {burst: 1}}} | organisations.acme.rateLimit.perSecond: is missing | second
          """)
  void whatIsWrongIsRefusedWithItsPathAndAWayOut(String line, String start, String hint) {
    String key = line.substring(0, line.indexOf(':'));
    String yaml =
        line
            + "\n"
            + (key.equals("kafka") ? "" : KAFKA)
            + (key.equals("organisations") ? "" : ORGS);
    assertThat(refusal(yaml, Map.of())).startsWith(start).contains(hint);
  }

  @Test
  void aFileThatIsMissingTwiceKeyedOrNoYamlIsRefusedWithoutQuotingIt() {
    ConfigException missing =
        catchThrowableOfType(
            ConfigException.class,
            () -> GatewayConfigReader.read(folder.resolve("none.yaml"), Map.of()));
    assertThat(missing.getMessage()).contains("none.yaml").contains("--config");
    assertThat(refusal(KAFKA + KAFKA + ORGS, Map.of())).contains("kafka");
    assertThat(refusal(KAFKA + ORGS + "x: [s3cr3t", Map.of())).contains("line");
    assertThat(refusal("", Map.of())).startsWith("the file must be a section").contains("empty");
  }

  @Test
  void ofOneOrganisationsSecretsNoOtherVariableIsNeeded() throws ConfigException {
    Path file =
        write(
            """
            kafka: {bootstrapServers: "${ELSEWHERE}"}
            organisations:
              acme: {github: {secrets: ["${ACME}"]}, jira: {secrets: ["${ACME_JIRA}"]}}
              other: {github: {secrets: ["${OTHER}"]}}
            """);
    Map<String, String> environment = Map.of("ACME", "one");
    assertThat(GatewayConfigReader.readSecrets(file, environment, "acme", Source.GITHUB))
        .isEqualTo(List.of(new Secret("one")));
    assertThat(GatewayConfigReader.readSecrets(file, environment, "nobody", Source.GITHUB))
        .isEmpty();
    assertThat(GatewayConfigReader.readSecrets(file, environment, "other", Source.JIRA)).isEmpty();
    ConfigException unset =
        catchThrowableOfType(
            ConfigException.class,
            () -> GatewayConfigReader.readSecrets(file, environment, "acme", Source.JIRA));
    assertThat(unset)
        .hasMessageStartingWith(file + ": organisations.acme.jira.secrets[0]: ")
        .hasMessageContaining("ACME_JIRA is not set");
  }

  @Test
  void theDemosFileIsReadAsItIs() throws ConfigException {
    GatewayConfig config =
        GatewayConfigReader.read(
            Path.of(System.getProperty("hookline.root"), "conf", "demo.yaml"), Map.of());
    assertThat(config.listen()).isEqualTo(Endpoint.DEFAULT_LISTEN);
    assertThat(config.admin()).isEqualTo(Endpoint.DEFAULT_ADMIN);
    assertThat(config.redis()).isPresent();
    assertThat(config.organisations().get("acme").secrets(Source.GITHUB))
        .isEqualTo(List.of(new Secret("demo-github-secret")));
    assertThat(config.organisations().get("acme").secrets(Source.JIRA))
        .isEqualTo(List.of(new Secret("demo-jira-secret")));
  }
}
