package dev.hookline.gateway.testing;

import dev.hookline.contract.Source;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.GatewayConfig.Endpoint;
import dev.hookline.gateway.GatewayConfig.Kafka;
import dev.hookline.gateway.GatewayConfig.Limits;
import dev.hookline.gateway.GatewayConfig.Organisation;
import dev.hookline.gateway.GatewayConfig.Redis;
import dev.hookline.gateway.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Configurations for gateways in this JVM. Their deadline is the longest that a file may set:
 * whether a delivery is taken within the usual one is a matter of the machine.
 */
public final class Configs {

  /** What organisation {@code acme} signs with, for both sources. */
  public static final Secret SECRET = new Secret("test-secret-Ü");

  /** Its second one, for GitHub. */
  public static final Secret NEXT_SECRET = new Secret("next-secret");

  private static final Duration LONGEST_DEADLINE = Duration.ofSeconds(19);

  private Configs() {}

  /** Free ports, organisation acme, memory instead of Redis. */
  public static GatewayConfig inMemory(String kafka) {
    return config(kafka, Optional.empty());
  }

  /** The same with Redis, whose budget is generous: the machine is shared. */
  public static GatewayConfig withRedis(String kafka, String redis) {
    // Patient: an answer that comes late on a busy machine would be taken for a Redis that is away.
    return config(kafka, Optional.of(new Redis(URI.create(redis), Duration.ofSeconds(5))));
  }

  /** Another configuration with the deadline that a gateway has unless it is told. */
  public static GatewayConfig withUsualDeadline(GatewayConfig config) {
    return new GatewayConfig(
        config.listen(),
        config.admin(),
        config.kafka(),
        config.redis(),
        Limits.DEFAULT,
        config.organisations());
  }

  private static GatewayConfig config(String kafka, Optional<Redis> redis) {
    return new GatewayConfig(
        new Endpoint("127.0.0.1", 0),
        new Endpoint("127.0.0.1", 0),
        new Kafka(kafka, Kafka.DEFAULT_BUFFER_BYTES),
        redis,
        new Limits(
            Limits.DEFAULT_IN_FLIGHT_BYTES, Limits.DEFAULT_IN_FLIGHT_REQUESTS, LONGEST_DEADLINE),
        Map.of(
            "acme",
            new Organisation(
                Map.of(Source.GITHUB, List.of(SECRET, NEXT_SECRET), Source.JIRA, List.of(SECRET)),
                Optional.empty()),
            "hub-only",
            new Organisation(Map.of(Source.GITHUB, List.of(SECRET)), Optional.empty()),
            "slow",
            new Organisation(
                Map.of(Source.GITHUB, List.of(SECRET)),
                Optional.of(new GatewayConfig.RateLimit(0.01, 2)))));
  }
}
