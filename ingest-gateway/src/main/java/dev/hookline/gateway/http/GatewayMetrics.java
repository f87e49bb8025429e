package dev.hookline.gateway.http;

import dev.hookline.gateway.idempotency.ClaimOutcome;
import dev.hookline.gateway.publish.PublishOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the gateway counts. Every name starts with {@code hookline_gateway_}. */
public final class GatewayMetrics {

  private static final String PREFIX = "hookline.gateway.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, AtomicLong> lastAccepted = new ConcurrentHashMap<>();

  /** Makes a registry with the process's own memory and load in it. */
  public GatewayMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  void watch(InFlightBytes bytes, InFlightRequests requests) {
    Gauge.builder(PREFIX + "in.flight.bytes", bytes, InFlightBytes::used)
        .description("memory reserved for bodies")
        .register(registry);
    Gauge.builder(PREFIX + "in.flight.limit.bytes", bytes, InFlightBytes::limit)
        .description("memory that bodies may take")
        .register(registry);
    Gauge.builder(PREFIX + "in.flight.requests", requests, InFlightRequests::count)
        .description("requests being handled")
        .register(registry);
  }

  void answered(String source, Answer answer, Duration took) {
    Tags tags =
        Tags.of(
            "source",
            source,
            "status",
            Integer.toString(answer.status()),
            "answer",
            answer.label());
    Timer.builder(PREFIX + "answers")
        .description("deliveries by answer, and how long they took from headers to answer")
        .tags(tags)
        .register(registry)
        .record(took);
  }

  /** The newest delivery of an organisation whose event is stored. */
  void stored(String org, String source, Instant at) {
    lastAccepted
        .computeIfAbsent(
            org + ":" + source,
            key -> {
              AtomicLong millis = new AtomicLong();
              Gauge.builder(PREFIX + "last.accepted.timestamp.seconds", millis, m -> m.get() / 1e3)
                  .description("when the newest delivery was received whose event is stored")
                  .tags("org", org, "source", source)
                  .register(registry);
              return millis;
            })
        .accumulateAndGet(at.toEpochMilli(), Math::max);
  }

  void claimed(ClaimOutcome outcome) {
    Counter.builder(PREFIX + "claims")
        .description("what came of asking whether an event was sent before")
        .tag("outcome", outcome.label())
        .register(registry)
        .increment();
  }

  void published(PublishOutcome outcome) {
    Counter.builder(PREFIX + "publishes")
        .description("what was known of records sent to Kafka")
        .tag("outcome", outcome.label())
        .register(registry)
        .increment();
  }

  /**
   * Everything in Prometheus' text format.
   *
   * @return never null
   */
  String scrape() {
    return registry.scrape();
  }
}
