package dev.hookline.gateway.http;

import java.util.concurrent.CompletableFuture;

/**
 * A delivery that is being handled.
 *
 * @param answer what its sender is told, within the deadline
 * @param bodyReleased when nothing holds the body any more; may be after the answer
 */
record Handling(CompletableFuture<Answer> answer, CompletableFuture<?> bodyReleased) {

  /** One that is over. */
  static Handling of(Answer answer) {
    return new Handling(
        CompletableFuture.completedFuture(answer), CompletableFuture.completedFuture(null));
  }
}
