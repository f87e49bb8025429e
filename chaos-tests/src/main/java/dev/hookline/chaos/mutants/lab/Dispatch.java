package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.history.Intent;
import dev.hookline.cli.delivery.Delivery;

/**
 * A delivery and what it means.
 *
 * @param delivery what is sent
 * @param intent what must become of it
 */
public record Dispatch(Delivery delivery, Intent intent) {

  /** What makes it the same event, {@code org:source:eventId}. */
  public String identity() {
    return intent.identity();
  }
}
