package dev.hookline.sink.clickhouse.internal.check;

/** Text inside a statement. */
final class SqlText {
  private SqlText() {}

  /** As a string literal. */
  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
