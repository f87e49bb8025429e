package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.idempotency.ClaimOutcome.Acquired;
import dev.hookline.gateway.idempotency.ClaimOutcome.Unavailable;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisIdempotencyStoreTest extends RedisIdempotencyStoreContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.REDIS);

  @Override
  protected Server redis() {
    return STACK.redis();
  }

  @Test
  void aKilledRedisIsUnavailableAndUsedAgainAfterItsReturn() {
    try (RedisIdempotencyStore store = store(ClaimLifetimes.DEFAULT, Duration.ofMillis(500))) {
      assertThat(store.warmUp(Duration.ofSeconds(20))).isTrue();
      STACK.redis().kill();
      try {
        assertThat(store.claim(key())).isInstanceOf(Unavailable.class);
      } finally {
        STACK.redis().restart();
      }
      await("claims to work again")
          .atMost(Duration.ofSeconds(30))
          .until(() -> store.claim(key()) instanceof Acquired);
    }
  }

  @Test
  void anAddressWithoutAServerIsUnavailable() {
    try (RedisIdempotencyStore store =
        new RedisIdempotencyStore(
            new GatewayConfig.Redis(
                URI.create("redis://127.0.0.1:1"), GatewayConfig.Redis.DEFAULT_BUDGET),
            ClaimLifetimes.DEFAULT)) {
      assertThat(store.warmUp(Duration.ofSeconds(3))).isFalse();
      assertThat(store.claim(key())).isInstanceOf(Unavailable.class);
    }
  }
}
