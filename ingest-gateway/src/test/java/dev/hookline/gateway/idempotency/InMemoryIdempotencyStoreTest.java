package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class InMemoryIdempotencyStoreTest extends IdempotencyStoreContract {

  @Override
  protected IdempotencyStore open(ClaimLifetimes lifetimes) {
    return new InMemoryIdempotencyStore(Clock.systemUTC(), lifetimes);
  }

  @Test
  void forgetsTheOldestWhenItIsFull() {
    try (var store = new InMemoryIdempotencyStore(Clock.systemUTC(), ClaimLifetimes.DEFAULT, 2)) {
      for (String id : new String[] {"1", "2", "3"}) {
        store.complete(key(id), ContentHash.of(new byte[0]));
      }
      assertThat(store.claim(key("3"))).isInstanceOf(ClaimOutcome.AlreadyPublished.class);
      assertThat(store.claim(key("2"))).isInstanceOf(ClaimOutcome.AlreadyPublished.class);
      assertThat(store.claim(key("1"))).isInstanceOf(ClaimOutcome.Acquired.class);
    }
  }

  private static ClaimKey key(String id) {
    return new ClaimKey("topic", new EventIdentity("acme", Source.GITHUB, id));
  }
}
