package dev.hookline.sink.clickhouse;

import java.io.Serializable;

/**
 * Turns one value of the stream into one row.
 *
 * @param <T> the stream's type
 */
@FunctionalInterface
public interface RowMapper<T> extends Serializable {

  /**
   * Gives every column of the {@link TableSchema} once, in its order. Must be a function of the
   * value alone: a row that is mapped again after a restart must come out the same.
   */
  void map(T value, RowWriter row);
}
