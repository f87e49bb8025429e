package dev.hookline.schema;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The part of the log that an audit looks at: of each partition the offsets from the earliest that
 * is left up to, and without, the end at the time of the cut.
 *
 * @param spans partition to its span, in ascending order
 */
public record LogCut(Map<Integer, Span> spans) {

  /**
   * Offsets of one partition.
   *
   * @param from the first one
   * @param to the one after the last; equal to {@code from} when there is none
   */
  public record Span(long from, long to) {
    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException when it is not 0 ≤ from ≤ to
     */
    public Span {
      if (from < 0 || to < from) {
        throw new IllegalArgumentException("0 <= from <= to must hold; got " + from + ", " + to);
      }
    }

    /**
     * Whether an offset is in it.
     *
     * @param offset any
     * @return true when it is
     */
    public boolean contains(long offset) {
      return offset >= from && offset < to;
    }
  }

  /** Sorts by partition. */
  public LogCut {
    spans = java.util.Collections.unmodifiableMap(new TreeMap<>(spans));
  }

  /**
   * Whether a place is in the cut.
   *
   * @param partition any
   * @param offset any
   * @return true when the log has the partition and the offset is in its span
   */
  public boolean contains(int partition, long offset) {
    Span span = spans.get(partition);
    return span != null && span.contains(offset);
  }

  /**
   * How many offsets there are in all.
   *
   * @return 0 or more
   */
  public long size() {
    return spans.values().stream().mapToLong(span -> span.to() - span.from()).sum();
  }

  /** SQL over the columns kafka_partition and kafka_offset: the place is in the cut. */
  String inCutSql() {
    return spans.isEmpty()
        ? "0"
        : "(kafka_offset >= "
            + transform(Span::from, Long.MAX_VALUE)
            + " AND kafka_offset < "
            + transform(Span::to, 0)
            + ")";
  }

  /** SQL over the same columns: the place is at or after the partition's end, or in none. */
  String beyondSql() {
    return spans.isEmpty() ? "1" : "(kafka_offset >= " + transform(Span::to, Long.MIN_VALUE) + ")";
  }

  private String transform(java.util.function.ToLongFunction<Span> bound, long otherwise) {
    String partitions =
        spans.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    String bounds =
        spans.values().stream()
            .map(span -> "toInt64(" + bound.applyAsLong(span) + ")")
            .collect(Collectors.joining(", "));
    return "transform(kafka_partition, ["
        + partitions
        + "], ["
        + bounds
        + "], "
        + sql(otherwise)
        + ")";
  }

  /** The smallest long has no literal of its own in SQL: its digits alone are out of range. */
  private static String sql(long value) {
    return value == Long.MIN_VALUE ? "toInt64(-1)" : "toInt64(" + value + ")";
  }
}
