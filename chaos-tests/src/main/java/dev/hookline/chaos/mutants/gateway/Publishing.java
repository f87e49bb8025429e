package dev.hookline.chaos.mutants.gateway;

import dev.hookline.contract.WebhookRecord;
import dev.hookline.gateway.publish.EventPublisher;
import dev.hookline.gateway.publish.PublishOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Stands before the right publisher; {@code way} decides how a record gets there. */
record Publishing(
    EventPublisher right,
    BiFunction<WebhookRecord, Duration, CompletableFuture<PublishOutcome>> way)
    implements EventPublisher {

  @Override
  public CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience) {
    return way.apply(record, patience);
  }

  @Override
  public void close(Duration patience) {
    right.close(patience);
  }
}
