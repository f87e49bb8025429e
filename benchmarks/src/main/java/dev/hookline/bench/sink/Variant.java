package dev.hookline.bench.sink;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What is measured: one way of bringing the rows into the table. */
public enum Variant {
  /** The client alone, with blocks that were made before: the ceiling. */
  CLIENT('a', "client", Duration.ZERO),
  EXACTLY_ONCE_1S('b', "exactly_once_1s", Duration.ofSeconds(1)),
  EXACTLY_ONCE_5S('b', "exactly_once_5s", Duration.ofSeconds(5)),
  AT_LEAST_ONCE('c', "at_least_once", Duration.ofSeconds(5)),
  /** Flink's own JDBC sink with ClickHouse's driver. */
  JDBC('d', "jdbc", Duration.ofSeconds(5));

  private final char letter;
  private final String label;
  private final Duration checkpointInterval;

  Variant(char letter, String label, Duration checkpointInterval) {
    this.letter = letter;
    this.label = label;
    this.checkpointInterval = checkpointInterval;
  }

  /** The name in reports. */
  String label() {
    return label;
  }

  /** Zero where there is no job. */
  Duration checkpointInterval() {
    return checkpointInterval;
  }

  /** Holds two checkpoints where rows come in a burst after each. */
  Duration window() {
    return this == EXACTLY_ONCE_5S ? checkpointInterval.multipliedBy(2) : Duration.ofSeconds(5);
  }

  /**
   * The variants of a letter.
   *
   * @throws IllegalArgumentException when there is none
   */
  static List<Variant> ofLetter(String letter) {
    List<Variant> found =
        Arrays.stream(values())
            .filter(variant -> letter.strip().equals(String.valueOf(variant.letter)))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no variant '" + letter + "': there are a, b, c and d");
    }
    return found;
  }
}
