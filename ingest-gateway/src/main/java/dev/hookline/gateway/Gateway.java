package dev.hookline.gateway;

import dev.hookline.contract.Source;
import dev.hookline.gateway.http.AdminServer;
import dev.hookline.gateway.http.GatewayMetrics;
import dev.hookline.gateway.http.GatewayServer;
import dev.hookline.gateway.idempotency.ClaimLifetimes;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.idempotency.IdempotencyStore;
import dev.hookline.gateway.idempotency.InMemoryIdempotencyStore;
import dev.hookline.gateway.idempotency.RedisIdempotencyStore;
import dev.hookline.gateway.provider.WebhookProvider;
import dev.hookline.gateway.provider.github.GitHubProvider;
import dev.hookline.gateway.provider.jira.JiraProvider;
import dev.hookline.gateway.publish.KafkaEventPublisher;
import dev.hookline.gateway.publish.PublishTimeouts;
import dev.hookline.gateway.publish.TopicWatch;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running gateway: its parts put together, started in order and closed in reverse. */
public final class Gateway implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  private static final Map<Source, WebhookProvider> PROVIDERS =
      Map.of(Source.GITHUB, new GitHubProvider(), Source.JIRA, new JiraProvider());

  private static final Duration FIRST_ANSWER = Duration.ofSeconds(3);

  /** What closing may take beyond the requests' deadline. */
  private static final Duration FLUSH = Duration.ofSeconds(3);

  private final GatewayConfig config;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private GatewayServer server;
  private int port;
  private int adminPort;
  private volatile boolean draining;

  private Gateway(GatewayConfig config) {
    this.config = config;
  }

  /**
   * Starts a gateway. Kafka and Redis may be away: it is then not ready, or without claims.
   *
   * @param config what it is told
   * @param clock gives the time at which a delivery is received
   * @return a gateway that listens
   * @throws StartException when a port cannot be had, or Kafka's address is none
   */
  public static Gateway start(GatewayConfig config, Clock clock) throws StartException {
    Gateway gateway = new Gateway(config);
    try {
      gateway.assemble(clock);
      return gateway;
    } catch (StartException | RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private void assemble(Clock clock) throws StartException {
    PublicSecrets.warn(config);
    GatewayMetrics metrics = new GatewayMetrics();
    TopicWatch topic = part("kafka.bootstrapServers", () -> new TopicWatch(config.kafka()));
    KafkaEventPublisher publisher =
        new KafkaEventPublisher(config.kafka(), PublishTimeouts.within(config.limits().deadline()));
    parts.push(() -> publisher.close(FLUSH));
    IdempotencyStore store = store(clock);
    parts.push(store);
    AdminServer admin = new AdminServer(config.admin(), () -> trouble(topic), metrics);
    parts.push(admin);
    server =
        new GatewayServer(
            config, PROVIDERS, new Claims(store, topic::topicId), publisher, clock, metrics);
    parts.push(server);
    adminPort = StartException.bind("admin", config.admin(), admin::start);
    topic.awaitFirst(FIRST_ANSWER);
    if (topic.trouble().isEmpty()) {
      publisher.warmUp(FIRST_ANSWER); // in vain it costs the first deliveries time, and no more
    }
    port = StartException.bind("listen", config.listen(), server::start);
    LOG.info(
        "takes webhooks at http://{}:{}/webhooks/{source}/{organisation}, health and metrics at"
            + " http://{}:{}",
        config.listen().host(),
        port,
        config.admin().host(),
        adminPort);
  }

  private <T extends AutoCloseable> T part(String field, java.util.function.Supplier<T> maker)
      throws StartException {
    try {
      T part = maker.get();
      parts.push(part);
      return part;
    } catch (org.apache.kafka.common.KafkaException e) {
      throw StartException.of(field, e);
    }
  }

  private IdempotencyStore store(Clock clock) {
    if (config.redis().isEmpty()) {
      LOG.warn(
          "there is no section 'redis': claims are kept in this process's memory, so only one"
              + " gateway may run");
      return new InMemoryIdempotencyStore(clock, ClaimLifetimes.DEFAULT);
    }
    RedisIdempotencyStore store =
        new RedisIdempotencyStore(config.redis().get(), ClaimLifetimes.DEFAULT);
    if (!store.warmUp(FIRST_ANSWER)) {
      LOG.warn("{} does not answer; deliveries are taken without claims", config.redis().get());
    }
    return store;
  }

  private Optional<String> trouble(TopicWatch topic) {
    return draining ? Optional.of("the gateway is stopping") : topic.trouble();
  }

  /**
   * Where webhooks are taken.
   *
   * @return the port
   */
  public int port() {
    return port;
  }

  /**
   * Where health and metrics are.
   *
   * @return the port
   */
  public int adminPort() {
    return adminPort;
  }

  /**
   * Stops as SIGTERM does: not ready, no new connection, what is in flight is finished within its
   * deadline, the producer is flushed.
   */
  @Override
  public void close() {
    draining = true;
    if (server != null && port != 0) {
      LOG.info("stopping; {} requests in flight", server.inFlight());
      if (!server.drain(config.limits().deadline().plusSeconds(1))) {
        LOG.warn("{} requests were not answered in time", server.inFlight());
      }
    }
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("a part did not close", e);
      }
    }
    LOG.info("stopped");
  }
}
