package dev.hookline.sink.clickhouse;

/** A row that its table cannot hold, found before it became part of a block. */
public final class InvalidRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int VALUE_LIMIT = 80;
  private static final int ROW_LIMIT = 400;

  private final String column;

  /**
   * @param column the column's name
   * @param type the column's ClickHouse type
   * @param value what the mapper gave; may be null; shortened in the message
   * @param reason why it cannot be held
   * @param row the stream's value; shortened in the message
   */
  public InvalidRowException(String column, String type, Object value, String reason, Object row) {
    super(
        "column '%s' %s cannot hold %s: %s; row: %s"
            .formatted(
                column, type, shortened(value, VALUE_LIMIT), reason, shortened(row, ROW_LIMIT)));
    this.column = column;
  }

  /**
   * A row that is too large as a whole.
   *
   * @param bytes the row's size as RowBinary
   * @param limit the largest row that fits a block
   * @param row the stream's value; shortened in the message
   */
  public InvalidRowException(long bytes, long limit, Object row) {
    super(
        ("the row takes %d bytes, more than a block may have (%d): shorten it or raise"
                + " maxBlockBytes; row: %s")
            .formatted(bytes, limit, shortened(row, ROW_LIMIT)));
    this.column = "";
  }

  /** The column's name; empty if the row is too large as a whole. */
  public String column() {
    return column;
  }

  private static String shortened(Object value, int limit) {
    if (value == null) {
      return "null";
    }
    String text = value.toString();
    String head = text.length() <= limit ? text : text.substring(0, limit) + "…";
    String shown = value instanceof CharSequence ? "'" + head + "'" : head;
    return text.length() <= limit ? shown : shown + " (" + text.length() + " characters)";
  }
}
