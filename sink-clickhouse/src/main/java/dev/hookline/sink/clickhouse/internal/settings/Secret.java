package dev.hookline.sink.clickhouse.internal.settings;

import java.io.Serializable;
import java.util.Objects;

/**
 * A password that no log shows.
 *
 * @param reveal the password itself
 */
public record Secret(String reveal) implements Serializable {

  /** Null is refused; empty means no password. */
  public Secret {
    Objects.requireNonNull(reveal, "password");
  }

  @Override
  public String toString() {
    return reveal.isEmpty() ? "none" : "***";
  }
}
