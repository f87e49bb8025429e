package dev.hookline.sink.clickhouse.internal.row;

/** Why a value does not fit its column's type; the row encoder adds column, value and row. */
final class ValueRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ValueRefused(String reason) {
    super(reason, null, false, false);
  }

  static ValueRefused notTaken(String taken, Object value) {
    return new ValueRefused(
        value == null
            ? "null is taken by Nullable columns only"
            : "it takes " + taken + ", not " + value.getClass().getSimpleName());
  }
}
