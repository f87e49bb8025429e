package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.gateway.idempotency.ClaimOutcome.Acquired;
import dev.hookline.gateway.idempotency.ClaimOutcome.AlreadyPublished;
import dev.hookline.gateway.idempotency.ClaimOutcome.InFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does, whatever it keeps its claims in. */
abstract class IdempotencyStoreContract {

  private static final String HASH = ContentHash.of(new byte[] {1});
  private static final String OTHER_HASH = ContentHash.of(new byte[] {2});
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final List<IdempotencyStore> opened = new ArrayList<>();
  private ClaimKey key;
  private IdempotencyStore store;

  /** A store that shares its claims with the others made by the same test object. */
  protected abstract IdempotencyStore open(ClaimLifetimes lifetimes);

  @BeforeEach
  void openStore() {
    key = key("topic-a");
    store = opened(new ClaimLifetimes(LONG, LONG));
  }

  @AfterEach
  void closeStores() {
    opened.forEach(IdempotencyStore::close);
  }

  private IdempotencyStore opened(ClaimLifetimes lifetimes) {
    IdempotencyStore made = open(lifetimes);
    opened.add(made);
    return made;
  }

  private static ClaimKey key(String topicId) {
    return new ClaimKey(
        topicId, new EventIdentity("acme", Source.GITHUB, UUID.randomUUID().toString()));
  }

  private Acquired acquire() {
    ClaimOutcome outcome = store.claim(key);
    assertThat(outcome).isInstanceOf(Acquired.class);
    return (Acquired) outcome;
  }

  @Test
  void theFirstAcquiresAndTheSecondIsToldItIsInFlight() {
    acquire();
    assertThat(store.claim(key)).isInstanceOf(InFlight.class);
  }

  @Test
  void aCompletedClaimSaysWhichBodyWasPublished() {
    acquire();
    assertThat(store.complete(key, HASH)).isEqualTo(Transition.DONE);
    assertThat(store.claim(key)).isEqualTo(new AlreadyPublished(HASH));
  }

  @Test
  void aReleasedClaimCanBeAcquiredAgain() {
    assertThat(store.release(key, acquire())).isEqualTo(Transition.DONE);
    acquire();
  }

  @Test
  void whoeverIsConfirmedCompletesEvenWithoutTheClaim() {
    acquire();
    ClaimOutcome second = store.claim(key);
    assertThat(second).isInstanceOf(InFlight.class);
    store.complete(key, OTHER_HASH);
    assertThat(store.claim(key)).isEqualTo(new AlreadyPublished(OTHER_HASH));
  }

  @Test
  void aFailureAfterAnothersConfirmationLeavesDoneAlone() {
    Acquired mine = acquire();
    store.complete(key, HASH);
    assertThat(store.release(key, mine)).isEqualTo(Transition.NOT_OURS);
    assertThat(store.claim(key)).isEqualTo(new AlreadyPublished(HASH));
  }

  @Test
  void aLateReleaseLeavesTheNextOwnersClaimAlone() {
    Acquired first = acquire();
    store.release(key, first);
    acquire();
    assertThat(store.release(key, first)).isEqualTo(Transition.NOT_OURS);
    assertThat(store.claim(key)).isInstanceOf(InFlight.class);
  }

  @Test
  void aPendingClaimEndsByItself() {
    IdempotencyStore shortPending = opened(new ClaimLifetimes(SHORT, LONG));
    assertThat(shortPending.claim(key)).isInstanceOf(Acquired.class);
    await("the pending claim to end")
        .atMost(Duration.ofSeconds(20))
        .until(() -> shortPending.claim(key) instanceof Acquired);
  }

  @Test
  void aDoneClaimEndsByItself() {
    IdempotencyStore shortDone = opened(new ClaimLifetimes(LONG, SHORT));
    shortDone.complete(key, HASH);
    await("the done claim to end")
        .atMost(Duration.ofSeconds(20))
        .until(() -> shortDone.claim(key) instanceof Acquired);
  }

  @Test
  void completingOutlivesThePendingLife() {
    IdempotencyStore shortPending = opened(new ClaimLifetimes(SHORT, LONG));
    shortPending.claim(key);
    shortPending.complete(key, HASH);
    await("twice the pending life")
        .pollDelay(SHORT.multipliedBy(2))
        .until(() -> shortPending.claim(key).equals(new AlreadyPublished(HASH)));
  }

  @Test
  void anotherTopicOfTheSameNameForgetsWhatWasDone() {
    store.complete(key, HASH);
    assertThat(store.claim(new ClaimKey("topic-b", key.identity()))).isInstanceOf(Acquired.class);
  }

  @Test
  void ofManyAtOnceExactlyOneAcquires() throws Exception {
    int attempts = 32;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<ClaimOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < attempts; i++) {
        outcomes.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    start.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  return store.claim(key);
                },
                threads));
      }
      start.countDown();
      List<ClaimOutcome> all = outcomes.stream().map(CompletableFuture::join).toList();
      assertThat(all).filteredOn(Acquired.class::isInstance).hasSize(1);
      assertThat(all).filteredOn(InFlight.class::isInstance).hasSize(attempts - 1);
    } finally {
      threads.shutdownNow();
    }
  }
}
