package dev.hookline.jobs.normalise;

/**
 * What stands at a path: its kind, and its text where that is a string or an integer.
 *
 * @param kind what it is
 * @param text of a string (with what {@link Text#clean} leaves) or an integer; else empty
 */
public record JsonValue(Kind kind, String text) {

  /** What can stand at a path. */
  public enum Kind {
    /** The path is not in the body. */
    ABSENT("nothing"),
    /** A JSON null. */
    NULL("null"),
    /** A string of at most {@link FieldReader#MAX_VALUE_BYTES}. */
    STRING("a string"),
    /** A number without fraction and exponent. */
    INTEGER("a number"),
    /** Any other number. */
    DECIMAL("a number"),
    /** True. */
    TRUE("a boolean"),
    /** False. */
    FALSE("a boolean"),
    /** A longer string, which was not read. */
    OVERLONG("a long string"),
    /** An object. */
    OBJECT("an object"),
    /** An array. */
    ARRAY("an array");

    private final String shown;

    Kind(String shown) {
      this.shown = shown;
    }

    /**
     * The kind in words.
     *
     * @return for a message
     */
    public String shown() {
      return shown;
    }
  }

  /** Nothing is there. */
  public static final JsonValue ABSENT = new JsonValue(Kind.ABSENT, "");

  /**
   * Whether there is a value that says something.
   *
   * @return false for nothing, null and the empty string
   */
  public boolean isSome() {
    return kind != Kind.ABSENT && kind != Kind.NULL && !(kind == Kind.STRING && text.isEmpty());
  }
}
