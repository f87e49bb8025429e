package dev.hookline.gateway.publish;

import dev.hookline.contract.WebhookRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Makes records durable. Thread-safe. */
public interface EventPublisher {

  /**
   * Sends one record. Never blocks.
   *
   * @param record what to send
   * @param patience a record that could not be handed over by then is not sent at all
   * @return what is known in the end; never completes exceptionally; until it completes, the record
   *     is held
   */
  CompletableFuture<PublishOutcome> publish(WebhookRecord record, Duration patience);

  /**
   * Sends what is still held and ends.
   *
   * @param patience how long that may take
   */
  void close(Duration patience);
}
