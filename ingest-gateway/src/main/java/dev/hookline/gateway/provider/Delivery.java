package dev.hookline.gateway.provider;

import dev.hookline.contract.Source;
import java.time.Instant;
import java.util.Objects;

/**
 * One webhook request, read whole and not yet believed.
 *
 * @param org the configured organisation that it was sent to
 * @param source who it says it is from
 * @param headers as received
 * @param body the bytes as received; not to be changed
 * @param receivedAt when its headers came, whole milliseconds
 */
public record Delivery(
    String org, Source source, RequestHeaders headers, byte[] body, Instant receivedAt) {

  /** Checks that nothing is null. */
  public Delivery {
    Objects.requireNonNull(org, "org");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(headers, "headers");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(receivedAt, "receivedAt");
  }
}
