package dev.hookline.gateway.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.gateway.GatewayConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Claims in Redis, shared by any number of gateways: one script per transition, so each is atomic
 * there. A call costs a request at most the budget; a Redis that fails again and again is left
 * alone for a second at a time.
 */
public final class RedisIdempotencyStore implements IdempotencyStore {

  private static final Logger LOG = LoggerFactory.getLogger(RedisIdempotencyStore.class);

  private static final String CLAIM = script("claim.lua");
  private static final String COMPLETE = script("complete.lua");
  private static final String RELEASE = script("release.lua");

  private static final String PENDING = "pending:";
  private static final String DONE = "done:";

  /** Connections, and threads that wait for them. */
  private static final int CONNECTIONS = 8;

  private static final int QUEUE = 256;
  private static final int FAILURES_TO_OPEN = 5;
  private static final Duration OPEN = Duration.ofSeconds(1);

  private final RedisClient client;
  private final Duration budget;
  private final ClaimLifetimes lifetimes;
  private final ExecutorService callers;
  private final CircuitBreaker breaker =
      new CircuitBreaker(FAILURES_TO_OPEN, OPEN, System::nanoTime);

  /**
   * Makes a store; it connects when it is first used.
   *
   * @param redis where, and how long one answer may take
   * @param lifetimes of the two states
   */
  public RedisIdempotencyStore(GatewayConfig.Redis redis, ClaimLifetimes lifetimes) {
    this.budget = redis.budget();
    this.lifetimes = lifetimes;
    URI url = redis.url();
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMaxWait(budget);
    this.client =
        RedisClient.builder()
            .hostAndPort(new HostAndPort(url.getHost(), url.getPort()))
            .clientConfig(clientConfig(redis))
            .poolConfig(pool)
            .build();
    this.callers =
        new ThreadPoolExecutor(
            CONNECTIONS,
            CONNECTIONS,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            task -> {
              Thread thread = new Thread(task, "redis-claims");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Whoever the URL names connects, or the user and password beside it. */
  static JedisClientConfig clientConfig(GatewayConfig.Redis redis) {
    int millis = Math.toIntExact(redis.budget().toMillis());
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder(redis.url())
            .connectionTimeoutMillis(millis)
            .socketTimeoutMillis(millis)
            .clientName("hookline-gateway");
    if (redis.password().isPresent()) {
      config.credentials(
          new DefaultRedisCredentials(redis.user().orElse(null), redis.password().get().reveal()));
    }
    return config.build();
  }

  /**
   * Connects ahead of the first delivery.
   *
   * @param patience how long to wait
   * @return whether Redis answered; if not, deliveries are taken all the same
   */
  public boolean warmUp(Duration patience) {
    return call("ping", patience, client::ping).isPresent();
  }

  @Override
  public ClaimOutcome claim(ClaimKey key) {
    String owner = UUID.randomUUID().toString();
    return run(CLAIM, key, owner, lifetimes.pending())
        .map(answer -> outcome(key, owner, answer.state()))
        .orElseGet(() -> new ClaimOutcome.Unavailable("no answer from Redis"));
  }

  @Override
  public Transition complete(ClaimKey key, String contentHash) {
    return run(COMPLETE, key, contentHash, lifetimes.done())
        .map(answer -> Transition.DONE)
        .orElse(Transition.UNAVAILABLE);
  }

  @Override
  public Transition release(ClaimKey key, ClaimOutcome.Acquired claim) {
    return run(RELEASE, key, claim.owner(), lifetimes.pending())
        .map(answer -> answer.isOne() ? Transition.DONE : Transition.NOT_OURS)
        .orElse(Transition.UNAVAILABLE);
  }

  @Override
  public void close() {
    callers.shutdownNow();
    client.close();
  }

  private static ClaimOutcome outcome(ClaimKey key, String owner, Object state) {
    if (state == null) {
      return new ClaimOutcome.Acquired(owner);
    }
    String text = state.toString();
    if (text.startsWith(DONE)) {
      return new ClaimOutcome.AlreadyPublished(text.substring(DONE.length()));
    }
    if (text.startsWith(PENDING)) {
      return new ClaimOutcome.InFlight();
    }
    LOG.warn("{} holds what no gateway wrote; the delivery is sent", key);
    return new ClaimOutcome.Unavailable("not a claim");
  }

  private Optional<Answer> run(String script, ClaimKey key, String argument, Duration life) {
    List<String> arguments = List.of(argument, Long.toString(life.toMillis()));
    return call("script", budget, () -> client.eval(script, List.of(key.toString()), arguments));
  }

  private Optional<Answer> call(String what, Duration patience, Callable<Object> command) {
    if (!breaker.allows()) {
      return Optional.empty();
    }
    Future<Object> pending = null;
    try {
      pending = callers.submit(command);
      Object state = pending.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (breaker.succeeded()) {
        LOG.info("Redis answers again");
      }
      return Optional.of(new Answer(state));
    } catch (TimeoutException e) {
      failed(what + " took more than " + patience.toMillis() + " ms");
    } catch (RejectedExecutionException e) {
      failed(QUEUE + " calls wait already");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JedisConnectionException) {
        // The idle connections lead to the same dead server: without them the next call is new.
        client.getPool().clear();
      }
      failed(String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed("interrupted");
    }
    if (pending != null) {
      pending.cancel(false);
    }
    return Optional.empty();
  }

  private void failed(String reason) {
    if (breaker.failed()) {
      LOG.warn(
          "Redis does not answer ({}); deliveries are taken without claims, copies are left to the"
              + " job",
          reason);
    } else {
      LOG.debug("Redis did not answer: {}", reason);
    }
  }

  private static String script(String name) {
    try (InputStream in = RedisIdempotencyStore.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What Redis answered.
   *
   * @param state null where the script returned nothing
   */
  private record Answer(Object state) {
    boolean isOne() {
      return Long.valueOf(1).equals(state);
    }
  }
}
