package dev.hookline.sink.clickhouse;

import java.io.Serializable;

/**
 * Tells rows of different partitions of the target apart, so that a block stays inside one.
 *
 * @param <T> the stream's type
 */
@FunctionalInterface
public interface PartitionKey<T> extends Serializable {

  /**
   * The partition of the row that {@code value} becomes: any value with equals and hashCode, such
   * as {@code 202511} for {@code toYYYYMM(…)}. Two rows of different partitions must get different
   * keys; never null.
   */
  Object of(T value);
}
