package dev.hookline.sink.clickhouse;

import java.io.IOException;
import java.util.List;

/**
 * A table, server or user with which the sink cannot keep its promise. Each problem names the
 * table, the setting and what mends it.
 */
public final class TargetRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /**
   * @param table database and name
   * @param problems at least one
   */
  public TargetRefusedException(String table, List<String> problems) {
    super("table " + table + " cannot be written as promised: " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem that was found. */
  public List<String> problems() {
    return problems;
  }
}
