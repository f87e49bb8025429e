package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.devstack.Server;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.idempotency.ClaimOutcome.Acquired;
import dev.hookline.gateway.idempotency.ClaimOutcome.Unavailable;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the store does on a Redis, whether that is a process or a container. */
abstract class RedisIdempotencyStoreContract extends IdempotencyStoreContract {

  /** The Redis, whose endpoint is a redis:// URL. */
  protected abstract Server redis();

  @Override
  protected IdempotencyStore open(ClaimLifetimes lifetimes) {
    // The contract is about states, not about time: the machine may be busy.
    RedisIdempotencyStore store = store(lifetimes, Duration.ofSeconds(5));
    warmUp(store);
    return store;
  }

  private static void warmUp(RedisIdempotencyStore store) {
    await("an answer from Redis")
        .atMost(Duration.ofSeconds(60))
        .until(() -> store.warmUp(Duration.ofSeconds(20)));
  }

  protected final RedisIdempotencyStore store(ClaimLifetimes lifetimes, Duration budget) {
    return new RedisIdempotencyStore(
        new GatewayConfig.Redis(URI.create(redis().endpoint()), budget), lifetimes);
  }

  protected static ClaimKey key() {
    return new ClaimKey(
        "topic", new EventIdentity("acme", Source.JIRA, UUID.randomUUID().toString()));
  }

  @Test
  void twoGatewaysShareTheirClaims() {
    ClaimKey key = key();
    try (IdempotencyStore one = open(ClaimLifetimes.DEFAULT);
        IdempotencyStore two = open(ClaimLifetimes.DEFAULT)) {
      assertThat(one.claim(key)).isInstanceOf(Acquired.class);
      assertThat(two.claim(key)).isInstanceOf(ClaimOutcome.InFlight.class);
    }
  }

  @Test
  void aFrozenRedisCostsARequestItsBudgetAndSoonNothing() {
    try (RedisIdempotencyStore store = store(ClaimLifetimes.DEFAULT, Duration.ofMillis(100))) {
      warmUp(store);
      redis().pause();
      try {
        long start = System.nanoTime();
        for (int i = 0; i < 200; i++) {
          assertThat(store.claim(key())).isInstanceOf(Unavailable.class);
        }
        // Five waits of 100 ms, then the breaker is open; without it this would take 20 s.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        assertThat(store.complete(key(), ContentHash.of(new byte[0])))
            .isEqualTo(Transition.UNAVAILABLE);
      } finally {
        redis().resume();
      }
      await("claims to work again")
          .atMost(Duration.ofSeconds(30))
          .until(() -> store.claim(key()) instanceof Acquired);
    }
  }
}
