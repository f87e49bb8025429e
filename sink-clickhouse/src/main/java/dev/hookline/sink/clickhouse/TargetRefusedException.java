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
  private final List<String> statements;

  /**
   * @param table database and name
   * @param problems at least one
   * @param statements what mends them, as far as statements do
   */
  public TargetRefusedException(String table, List<String> problems, List<String> statements) {
    super("table " + table + " cannot be written as promised: " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
    this.statements = List.copyOf(statements);
  }

  /**
   * The statements out of the problems, in the order in which they are to be run. Problems for
   * which only a person can say what is right have none.
   */
  public List<String> statements() {
    return statements;
  }

  /** Every problem that was found, with the statements that mend it. */
  public List<String> problems() {
    return problems;
  }
}
