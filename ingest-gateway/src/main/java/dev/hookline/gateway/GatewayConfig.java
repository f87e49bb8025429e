package dev.hookline.gateway;

import dev.hookline.contract.Source;
import dev.hookline.contract.settings.KafkaAccess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a gateway is told: immutable and checked, see docs/configuration.md. {@link
 * GatewayConfigReader} makes one from a file.
 *
 * @param listen where providers send their webhooks
 * @param admin where health and metrics are read; not meant for the outside
 * @param kafka where accepted deliveries go
 * @param redis where claims are kept; empty: in memory, and only one gateway may run
 * @param limits what one gateway takes on at once, and for how long
 * @param organisations by name; nobody else is let in
 */
public record GatewayConfig(
    Endpoint listen,
    Endpoint admin,
    Kafka kafka,
    Optional<Redis> redis,
    Limits limits,
    Map<String, Organisation> organisations) {

  /** Copies the map and checks that nothing is null. */
  public GatewayConfig {
    Objects.requireNonNull(listen, "listen");
    Objects.requireNonNull(admin, "admin");
    Objects.requireNonNull(kafka, "kafka");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(limits, "limits");
    organisations = Map.copyOf(organisations);
  }

  /**
   * A port of our own.
   *
   * @param host a name or address of this machine
   * @param port 0 to 65535; 0 lets the system choose
   */
  public record Endpoint(String host, int port) {
    /** Providers' port unless configured. */
    public static final Endpoint DEFAULT_LISTEN = new Endpoint("127.0.0.1", 8080);

    /** Health and metrics unless configured. */
    public static final Endpoint DEFAULT_ADMIN = new Endpoint("127.0.0.1", 8081);
  }

  /**
   * The Kafka cluster.
   *
   * @param bootstrapServers {@code host:port}, separated by commas
   * @param bufferBytes what the producer may hold of unsent records, in bytes; beyond, deliveries
   *     are answered 503
   * @param access how the cluster lets the gateway in
   */
  public record Kafka(String bootstrapServers, long bufferBytes, KafkaAccess access) {
    /** Three of the largest records; the heap holds this beside the bodies in flight. */
    public static final long DEFAULT_BUFFER_BYTES = 96L * 1024 * 1024;

    /** Checks that nothing is null. */
    public Kafka {
      Objects.requireNonNull(bootstrapServers, "bootstrapServers");
      Objects.requireNonNull(access, "access");
    }

    /** A cluster that asks nobody who he is. */
    public Kafka(String bootstrapServers, long bufferBytes) {
      this(bootstrapServers, bufferBytes, KafkaAccess.NONE);
    }
  }

  /**
   * The Redis server.
   *
   * @param url {@code redis://} or {@code rediss://}; may hold a password, so it is masked
   * @param budget how long one request may wait for one answer of Redis
   * @param user who connects; empty: Redis's default user, or the URL's
   * @param password of that user; empty: none, or the URL's
   */
  public record Redis(URI url, Duration budget, Optional<String> user, Optional<Secret> password) {
    /** Longer would cost a delivery more than a second copy costs the job. */
    public static final Duration DEFAULT_BUDGET = Duration.ofMillis(100);

    /** Checks that nothing is null. */
    public Redis {
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(budget, "budget");
      Objects.requireNonNull(user, "user");
      Objects.requireNonNull(password, "password");
      if (user.isPresent() && password.isEmpty()) {
        throw new IllegalArgumentException("a user of Redis without a password");
      }
    }

    /** With the user and the password of the URL, if it holds any. */
    public Redis(URI url, Duration budget) {
      this(url, budget, Optional.empty(), Optional.empty());
    }

    /** Without user and password. */
    @Override
    public String toString() {
      return "Redis[" + url.getScheme() + "://" + url.getHost() + ":" + url.getPort() + "]";
    }
  }

  /**
   * Bounds of one gateway.
   *
   * @param inFlightBytes of bodies over all requests, in bytes; beyond, 503
   * @param inFlightRequests at once; beyond, 503
   * @param deadline of one request, from its headers to its answer; GitHub waits 10 s
   */
  public record Limits(long inFlightBytes, int inFlightRequests, Duration deadline) {
    /** With {@link Kafka#DEFAULT_BUFFER_BYTES} less than half of a 512 MB heap. */
    public static final long DEFAULT_IN_FLIGHT_BYTES = 128L * 1024 * 1024;

    /** Each holds a connection and a few kilobytes beside its body. */
    public static final int DEFAULT_IN_FLIGHT_REQUESTS = 1_000;

    /** GitHub counts a delivery as failed after 10 s. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(8);

    /** The bounds unless configured. */
    public static final Limits DEFAULT =
        new Limits(DEFAULT_IN_FLIGHT_BYTES, DEFAULT_IN_FLIGHT_REQUESTS, DEFAULT_DEADLINE);
  }

  /**
   * Whom one organisation's webhooks are taken from.
   *
   * @param secrets by source, each at least one: a source without secrets is not served, never open
   * @param rateLimit empty: no limit
   */
  public record Organisation(Map<Source, List<Secret>> secrets, Optional<RateLimit> rateLimit) {

    /** Copies the map. */
    public Organisation {
      secrets = Map.copyOf(secrets);
      Objects.requireNonNull(rateLimit, "rateLimit");
    }

    /**
     * The secrets that a source's deliveries may be signed with.
     *
     * @param source not null
     * @return never null; empty when the organisation has no such source
     */
    public List<Secret> secrets(Source source) {
      return secrets.getOrDefault(source, List.of());
    }
  }

  /**
   * A token bucket. GitHub never sends again what was answered 429: such a delivery is lost unless
   * somebody redelivers it.
   *
   * @param perSecond deliveries a second in the long run, above 0
   * @param burst deliveries at once, at least 1
   */
  public record RateLimit(double perSecond, int burst) {}
}
