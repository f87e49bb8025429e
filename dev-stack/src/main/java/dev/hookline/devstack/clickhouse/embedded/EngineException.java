package dev.hookline.devstack.clickhouse.embedded;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request that fails with one of ClickHouse's error codes. */
final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  static final int CANNOT_READ_ALL_DATA = 33;
  static final int BAD_ARGUMENTS = 36;
  static final int NOT_IMPLEMENTED = 48;
  static final int SYNTAX_ERROR = 62;
  static final int QUERY_IS_TOO_LARGE = 66;
  static final int UNKNOWN_SETTING = 115;
  static final int READONLY = 164;
  static final int TOO_MANY_SIMULTANEOUS_QUERIES = 202;
  static final int NETWORK_ERROR = 210;
  static final int AUTHENTICATION_FAILED = 516;
  static final int UNKNOWN_EXCEPTION = 1002;

  private static final Pattern CODE = Pattern.compile("Code: (\\d{1,6})\\.");

  /** The engine wraps some errors in themselves; the inner one is what a server prints. */
  private static final Pattern WRAPPED =
      Pattern.compile(
          "Code: \\d+\\. DB::Exception: (Code: .*?) \\(version [^)]*\\)\\. \\([A-Z_0-9]+\\)\\s*",
          Pattern.DOTALL);

  private static final Pattern VERSION = Pattern.compile("\\s*\\(version [^)]*\\)\\s*$");

  private final int code;

  EngineException(int code, String name, String message) {
    super("Code: " + code + ". DB::Exception: " + message + " (" + name + ")");
    this.code = code;
  }

  private EngineException(int code, String wholeText) {
    super(wholeText);
    this.code = code;
  }

  /** From the text that the engine gives: {@code Code: 60. DB::Exception: … (UNKNOWN_TABLE)}. */
  static EngineException of(String engineText) {
    Matcher wrapped = WRAPPED.matcher(engineText);
    String text = wrapped.matches() ? wrapped.group(1) : engineText;
    text = VERSION.matcher(text).replaceFirst("").strip();
    Matcher matcher = CODE.matcher(text);
    if (matcher.lookingAt()) {
      return new EngineException(Integer.parseInt(matcher.group(1)), text);
    }
    return new EngineException(UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", text);
  }

  static EngineException notImplemented(String message) {
    return new EngineException(NOT_IMPLEMENTED, "NOT_IMPLEMENTED", message);
  }

  static EngineException badArguments(String message) {
    return new EngineException(BAD_ARGUMENTS, "BAD_ARGUMENTS", message);
  }

  int code() {
    return code;
  }

  /** The HTTP status that a server answers with this code. */
  int httpStatus() {
    return switch (code) {
      case 6,
              15,
              16,
              25,
              26,
              27,
              33,
              36,
              38,
              41,
              43,
              44,
              53,
              62,
              72,
              117,
              167,
              168,
              223,
              321,
              376,
              441 ->
          400;
      case 194 -> 401;
      case READONLY, 192, 193, 497, 512, 516 -> 403;
      case 30, 46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336 -> 404;
      case 159 -> 408;
      case QUERY_IS_TOO_LARGE -> 413;
      case NOT_IMPLEMENTED -> 501;
      case 76, TOO_MANY_SIMULTANEOUS_QUERIES, 209, 439 -> 503;
      default -> 500;
    };
  }
}
