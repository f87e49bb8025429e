package dev.hookline.chaos.mutants.gateway;

import dev.hookline.gateway.idempotency.ClaimKey;
import dev.hookline.gateway.idempotency.ClaimOutcome;
import dev.hookline.gateway.idempotency.IdempotencyStore;
import dev.hookline.gateway.idempotency.Transition;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Stands before the right store; {@code key} decides what is claimed, {@code answer} what a gateway
 * is told.
 */
record Claiming(
    IdempotencyStore right,
    UnaryOperator<ClaimKey> key,
    BiFunction<ClaimKey, ClaimOutcome, ClaimOutcome> answer)
    implements IdempotencyStore {

  @Override
  public ClaimOutcome claim(ClaimKey claimed) {
    return answer.apply(claimed, right.claim(key.apply(claimed)));
  }

  @Override
  public Transition complete(ClaimKey claimed, String contentHash) {
    return right.complete(key.apply(claimed), contentHash);
  }

  @Override
  public Transition release(ClaimKey claimed, ClaimOutcome.Acquired claim) {
    return right.release(key.apply(claimed), claim);
  }

  @Override
  public void close() {
    right.close();
  }
}
