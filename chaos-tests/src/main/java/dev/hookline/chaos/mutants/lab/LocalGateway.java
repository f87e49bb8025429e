package dev.hookline.chaos.mutants.lab;

import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.devstack.process.BoundedWait;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.Secret;
import dev.hookline.gateway.http.GatewayMetrics;
import dev.hookline.gateway.http.GatewayServer;
import dev.hookline.gateway.idempotency.ClaimLifetimes;
import dev.hookline.gateway.idempotency.Claims;
import dev.hookline.gateway.idempotency.RedisIdempotencyStore;
import dev.hookline.gateway.provider.github.GitHubProvider;
import dev.hookline.gateway.provider.jira.JiraProvider;
import dev.hookline.gateway.publish.EventPublisher;
import dev.hookline.gateway.publish.KafkaEventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import dev.hookline.gateway.publish.PublishTimeouts;
import dev.hookline.gateway.publish.TopicWatch;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A gateway in this JVM, put together as the product does it, with parts that may be wrong. */
public final class LocalGateway implements AutoCloseable {

  /** What all organisations sign with. */
  public static final String SECRET = "lab-secret";

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final long BUFFER_BYTES = 8L * 1024 * 1024;

  /** Generous: a busy machine must not turn a claim into none. */
  private static final Duration REDIS_BUDGET = Duration.ofSeconds(2);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private int port;

  private LocalGateway() {}

  /**
   * How a gateway is made.
   *
   * @param kafka bootstrap servers
   * @param redis its URL
   * @param organisations whom to serve
   * @param timeouts of the producer; together below the deadline
   * @param deadline of a request
   * @param wrong replaces a part; identity for the right gateway
   * @param handedOver is told each record's identity once the publisher has returned
   */
  public record Plan(
      String kafka,
      String redis,
      Collection<String> organisations,
      PublishTimeouts timeouts,
      Duration deadline,
      UnaryOperator<GatewayParts> wrong,
      Consumer<String> handedOver) {

    /** The gateway as it is. */
    public static Plan right(Lab lab, Collection<String> organisations) {
      return of(lab, organisations, UnaryOperator.identity());
    }

    /** A gateway with the product's times. */
    public static Plan of(
        Lab lab, Collection<String> organisations, UnaryOperator<GatewayParts> wrong) {
      Duration deadline = GatewayConfig.Limits.DEFAULT_DEADLINE;
      return new Plan(
          lab.kafka().bootstrapServers(),
          lab.redis().url(),
          organisations,
          PublishTimeouts.within(deadline),
          deadline,
          wrong,
          identity -> {});
    }
  }

  /**
   * Starts one and waits until it knows the topic.
   *
   * @param plan what it is made of
   */
  public static LocalGateway start(Plan plan) {
    LocalGateway gateway = new LocalGateway();
    try {
      gateway.assemble(plan);
      return gateway;
    } catch (RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private void assemble(Plan plan) {
    GatewayConfig config = config(plan);
    Optional<String> topicId = topicId(config.kafka());
    KafkaEventPublisher publisher = new KafkaEventPublisher(config.kafka(), plan.timeouts());
    parts.push(() -> publisher.close(CLOSE));
    RedisIdempotencyStore store =
        new RedisIdempotencyStore(config.redis().orElseThrow(), ClaimLifetimes.DEFAULT);
    parts.push(store);
    GatewayParts chosen =
        plan.wrong()
            .apply(
                new GatewayParts(
                    Map.of(Source.GITHUB, new GitHubProvider(), Source.JIRA, new JiraProvider()),
                    store,
                    () -> topicId,
                    publisher));
    GatewayServer server =
        new GatewayServer(
            config,
            chosen.providers(),
            new Claims(chosen.store(), chosen.topicId()),
            new Observed(chosen.publisher(), plan.handedOver()),
            Clock.systemUTC(),
            new GatewayMetrics());
    parts.push(server);
    if (!store.warmUp(LIMIT)) {
      throw new IllegalStateException("Redis does not answer");
    }
    port = server.start();
  }

  /** Asked once: with the broker away a slow machine would forget it, and claim nothing. */
  private static Optional<String> topicId(GatewayConfig.Kafka kafka) {
    try (TopicWatch topic = new TopicWatch(kafka)) {
      BoundedWait.until("the topic's id", LIMIT, () -> topic.topicId().isPresent());
      return topic.topicId();
    }
  }

  private static GatewayConfig config(Plan plan) {
    Map<String, GatewayConfig.Organisation> organisations = new HashMap<>();
    List<Secret> secrets = List.of(new Secret(SECRET));
    for (String name : plan.organisations()) {
      organisations.put(
          name,
          new GatewayConfig.Organisation(
              Map.of(Source.GITHUB, secrets, Source.JIRA, secrets), Optional.empty()));
    }
    GatewayConfig.Limits bounds = GatewayConfig.Limits.DEFAULT;
    return new GatewayConfig(
        new GatewayConfig.Endpoint("127.0.0.1", 0),
        new GatewayConfig.Endpoint("127.0.0.1", 0),
        new GatewayConfig.Kafka(plan.kafka(), BUFFER_BYTES),
        Optional.of(new GatewayConfig.Redis(URI.create(plan.redis()), REDIS_BUDGET)),
        new GatewayConfig.Limits(
            bounds.inFlightBytes(), bounds.inFlightRequests(), plan.deadline()),
        organisations);
  }

  /** Where it takes webhooks. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public void close() {
    CloseAll.of(parts, "a part of a gateway");
  }

  /** Tells what was handed to the publisher, right or wrong. */
  private record Observed(EventPublisher publisher, Consumer<String> handedOver)
      implements EventPublisher {
    @Override
    public CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience) {
      CompletableFuture<PublishOutcome> outcome = publisher.publish(record, patience);
      handedOver.accept(record.identity().toString());
      return outcome;
    }

    @Override
    public void close(Duration patience) {
      publisher.close(patience);
    }
  }
}
