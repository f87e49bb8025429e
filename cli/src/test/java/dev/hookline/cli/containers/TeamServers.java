package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.tls.ServerCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AclBinding;

/**
 * Kafka, Redis and ClickHouse as a team may have them already: a project of their own, with TLS by
 * a certificate that only a store vouches for, and users with the rights that docs/containers.md
 * names and no other.
 */
final class TeamServers {

  private static final Duration START = Duration.ofMinutes(5);
  private static final int SCRAM_ITERATIONS = 4096;
  private static final String PROJECT = "hookline-test-team";
  private static final String FILES = "cli/src/test/resources/dev/hookline/cli/containers/";
  private static final Pattern REDIS_RIGHTS =
      Pattern.compile("`ACL SETUSER hookline on >… ([^`]+)`");
  private static final String REDIS_CLI =
      "REDISCLI_AUTH=$(cat /run/secrets/operator-password) redis-cli --no-auth-warning"
          + " --user operator -p 6380 --tls --cacert /run/secrets/certificate";

  private final Path folder;
  private final String files;
  private final Map<String, String> environment;
  private final DockerCompose compose;

  private TeamServers(Path folder, String files, Map<String, String> environment) {
    this.folder = folder;
    this.files = files;
    this.environment = environment;
    this.compose = DockerCompose.need(environment);
  }

  /**
   * Writes down what they need; the images are there.
   *
   * @param folder an empty one
   * @param files docker-compose's, without this one's
   */
  static TeamServers in(Path folder, String files) throws IOException {
    ServerCertificate certificate =
        ServerCertificate.make(folder, "dns:kafka,dns:redis,dns:clickhouse-tls");
    copy(certificate.keyStore(), folder.resolve("key.p12"));
    copy(certificate.certificate(), folder.resolve("certificate.pem"));
    copy(certificate.trustStore(), folder.resolve("trust.p12"));
    Map<String, String> environment =
        OwnStack.environment(files + ":" + ComposeFile.ROOT.resolve(FILES + "team-servers.yml"));
    environment.put("COMPOSE_PROJECT_NAME", PROJECT);
    environment.put("TEAM_FOLDER", folder.toString());
    environment.put("TEAM_STORE_PASSWORD", ServerCertificate.PASSWORD);
    environment.put("TEAM_REDIS_CLI", REDIS_CLI);
    environment.put("TEAM_REDIS_RIGHTS", quoted(redisRightsOfThePage()));
    TeamServers servers = new TeamServers(folder, files, environment);
    servers.write("key.pem", certificate.privateKey());
    servers.write("operator-password", UUID.randomUUID().toString());
    return servers;
  }

  static String redisRightsOfThePage() {
    Matcher rights =
        REDIS_RIGHTS.matcher(ComposeFile.text(ComposeFile.ROOT.resolve("docs/containers.md")));
    assertThat(rights.find()).as("the user's rights in docs/containers.md").isTrue();
    return rights.group(1);
  }

  /** A shell would take its signs for its own. */
  private static String quoted(String rights) {
    return "'" + String.join("' '", rights.split(" ", -1)) + "'";
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to);
    letAllRead(to);
  }

  private void write(String name, String text) throws IOException {
    letAllRead(Files.writeString(folder.resolve(name), text));
  }

  /** Containers run as users of their own. */
  private static void letAllRead(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Starts them, and makes Kafka's users. */
  void start() throws IOException {
    compose.run(START, "up", "-d", "kafka", "redis", "clickhouse", "clickhouse-tls");
    Map<String, List<AclBinding>> rights = KafkaRights.ofThePage();
    List<UserScramCredentialAlteration> users = new ArrayList<>();
    for (String user : rights.keySet()) {
      String password = UUID.randomUUID().toString();
      users.add(
          new UserScramCredentialUpsertion(
              user,
              new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, SCRAM_ITERATIONS),
              password));
      write("kafka-" + user, signIn(user, password));
    }
    String port = environment.get("HOOKLINE_KAFKA_PORT");
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + port))) {
      await("Kafka has its users")
          .atMost(START)
          .ignoreExceptions()
          .until(
              () -> {
                admin.alterUserScramCredentials(users).all().get(20, TimeUnit.SECONDS);
                admin
                    .createAcls(rights.values().stream().flatMap(List::stream).toList())
                    .all()
                    .get(20, TimeUnit.SECONDS);
                return true;
              });
    }
  }

  private static String signIn(String user, String password) {
    return """
        security.protocol=SASL_SSL
        sasl.mechanism=SCRAM-SHA-512
        sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \
          username="%s" password="%s";
        """
        .formatted(user, password);
  }

  /** What docker-compose has to know to start the rest beside them. */
  Map<String, String> besideThem() {
    Map<String, String> beside =
        OwnStack.environment(
            files + ":" + ComposeFile.ROOT.resolve(FILES + "beside-team-servers.yml"));
    beside.put("COMPOSE_PROFILES", "");
    beside.put("TEAM_FOLDER", folder.toString());
    beside.put("TEAM_NETWORK", PROJECT + "_default");
    beside.put("HOOKLINE_KAFKA", "kafka:9095");
    beside.put("HOOKLINE_REDIS", "rediss://redis:6380");
    beside.put("HOOKLINE_REDIS_USER", "hookline");
    beside.put("HOOKLINE_CLICKHOUSE", "https://clickhouse-tls:8443");
    beside.put(
        "HOOKLINE_JAVA_OPTIONS",
        "-Djavax.net.ssl.trustStore=/run/secrets/trust-store -Djavax.net.ssl.trustStorePassword="
            + ServerCertificate.PASSWORD);
    return beside;
  }

  /** How many claims Redis holds. */
  long claims() throws IOException {
    String said = compose.run(START, "exec", "-T", "redis", "sh", "-c", REDIS_CLI + " dbsize");
    return Long.parseLong(said.replaceAll("\\D", ""));
  }

  /** The end of their logs. */
  String logs() throws IOException {
    return compose.run(START, "logs", "--no-color", "--tail", "50");
  }

  /** Stops them and removes what they hold. */
  void remove() throws IOException {
    compose.run(START, "down", "--volumes");
  }
}
