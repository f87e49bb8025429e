package dev.hookline.gateway.publish;

import dev.hookline.contract.Topics;
import dev.hookline.gateway.GatewayConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the topic every two seconds: whether Kafka can be reached, and the topic's id. An id
 * that could not be confirmed for a while is forgotten, so that no claim is taken for a topic that
 * may have been made anew. No request waits for it.
 */
public final class TopicWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration TRUST = Duration.ofSeconds(10);

  private final String bootstrapServers;
  private final Admin admin;
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "topic-watch");
            thread.setDaemon(true);
            return thread;
          });
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile Seen seen = new Seen("", 0, Optional.of("Kafka has not been asked yet"));

  /**
   * Starts looking.
   *
   * @param kafka where
   */
  public TopicWatch(GatewayConfig.Kafka kafka) {
    this.bootstrapServers = kafka.bootstrapServers();
    this.admin = Admin.create(settings(kafka));
    var unused =
        scheduler.scheduleWithFixedDelay(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Map<String, Object> settings(GatewayConfig.Kafka kafka) {
    Map<String, Object> settings = new HashMap<>(kafka.access().properties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "hookline-gateway-watch");
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
    return settings;
  }

  /**
   * Waits for the first look.
   *
   * @param patience how long
   */
  public void awaitFirst(Duration patience) {
    try {
      if (!first.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("Kafka has not answered within {} ms", patience.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The topic's id.
   *
   * @return empty while it is not known, or no longer for certain
   */
  public Optional<String> topicId() {
    Seen now = seen;
    return now.id().isEmpty() || System.nanoTime() - now.atNanos() > TRUST.toNanos()
        ? Optional.empty()
        : Optional.of(now.id());
  }

  /**
   * Why nothing can be published now.
   *
   * @return a sentence for the operator; empty when the topic could be reached at the last look
   */
  public Optional<String> trouble() {
    return seen.trouble();
  }

  private void look() {
    Seen before = seen;
    try {
      String id =
          admin
              .describeTopics(
                  List.of(Topics.WEBHOOK_EVENTS),
                  new DescribeTopicsOptions().timeoutMs((int) TIMEOUT.toMillis()))
              .allTopicNames()
              .get(2 * TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
              .get(Topics.WEBHOOK_EVENTS)
              .topicId()
              .toString();
      if (!before.id().isEmpty() && !before.id().equals(id)) {
        LOG.warn("the topic {} was made anew; earlier claims do not count", Topics.WEBHOOK_EVENTS);
      }
      seen = new Seen(id, System.nanoTime(), Optional.empty());
    } catch (ExecutionException e) {
      boolean missing = e.getCause() instanceof UnknownTopicOrPartitionException;
      seen = missing ? absent() : before.with(unreachable(e.getCause()));
    } catch (TimeoutException | RuntimeException e) {
      seen = before.with(unreachable(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!seen.trouble().equals(before.trouble())) {
      LOG.info("Kafka: {}", seen.trouble().orElse("the topic can be reached"));
    }
    first.countDown();
  }

  private String unreachable(Throwable error) {
    return bootstrapServers + " does not answer (" + error.getMessage() + ")";
  }

  private static Seen absent() {
    return new Seen(
        "",
        0,
        Optional.of(
            "the topic "
                + Topics.WEBHOOK_EVENTS
                + " does not exist; run 'hookline migrate', under docker-compose its service migrations"));
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
    admin.close(Duration.ofSeconds(1));
  }

  /** What the last look gave; the id with the time at which it was seen last. */
  private record Seen(String id, long atNanos, Optional<String> trouble) {
    Seen with(String newTrouble) {
      return new Seen(id, atNanos, Optional.of(newTrouble));
    }
  }
}
