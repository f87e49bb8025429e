package dev.hookline.sink.clickhouse.internal.check;

/** Text inside a statement. */
final class SqlText {
  private SqlText() {}

  /** As a string literal. */
  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** A table's full name, in quotes where it needs them. */
  static String name(String database, String table) {
    return identifier(database) + "." + identifier(table);
  }

  /** A column's name, in quotes where it needs them. */
  static String name(String column) {
    return identifier(column);
  }

  private static String identifier(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*")
        ? name
        : "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}
