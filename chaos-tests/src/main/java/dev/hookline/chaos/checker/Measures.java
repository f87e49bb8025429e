package dev.hookline.chaos.checker;

import java.util.Map;

/**
 * What is bounded, and how far it went.
 *
 * @param drainSeconds from the moment when every sender had its last answer or had given up, after
 *     the last heal, to the moment when everything was settled
 * @param drainLimitSeconds how long that may take
 * @param sizes what is kept, by name: bytes of the newest checkpoint, keys in Redis, resident bytes
 *     of a process
 * @param limits the bound of each of those names
 */
public record Measures(
    double drainSeconds,
    double drainLimitSeconds,
    Map<String, Long> sizes,
    Map<String, Long> limits) {

  /** Copies the maps. */
  public Measures {
    sizes = Map.copyOf(sizes);
    limits = Map.copyOf(limits);
  }
}
