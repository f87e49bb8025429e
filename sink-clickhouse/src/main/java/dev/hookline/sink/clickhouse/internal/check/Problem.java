package dev.hookline.sink.clickhouse.internal.check;

import java.util.List;

/**
 * Something for which a table is refused.
 *
 * @param text what is wrong, and of which table or setting
 * @param statements what mends it, in this order; none where only a person can say
 */
record Problem(String text, List<String> statements) {
  Problem {
    statements = List.copyOf(statements);
  }

  /** One that is mended elsewhere than in the server, or by what the text says. */
  static Problem of(String text) {
    return new Problem(text, List.of());
  }

  /** One that a statement mends. */
  static Problem of(String text, String... statements) {
    return new Problem(text, List.of(statements));
  }

  @Override
  public String toString() {
    return statements.isEmpty() ? text : text + ": " + String.join("; ", statements);
  }
}
