package dev.hookline.sink.clickhouse.internal.row;

import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the text of a ClickHouse type to the codec that checks and writes its values. */
public final class ColumnTypes {
  private static final String SUPPORTED =
      "String, LowCardinality(T), Int8 to Int64, UInt8 to UInt64, Float64, Bool, UUID, Date,"
          + " DateTime64(p, 'zone'), Enum8('a' = 1, …), Enum16(…), Nullable(T), Array(T), Map(K, V)";
  private static final Pattern INTEGER = Pattern.compile("(U?)Int(8|16|32|64)");
  private static final Pattern ENUM_VALUE = Pattern.compile("'((?:[^'\\\\]|\\\\.)*)' = (-?\\d+)");

  private ColumnTypes() {}

  /**
   * The server's spelling of a type.
   *
   * @throws IllegalArgumentException if the text is not well-formed or the sink does not write the
   *     type
   */
  public static String canonical(String type) {
    String text = TypeText.parse(type).canonical();
    codec(text, OutputStream.nullOutputStream());
    return text;
  }

  /** The codec of a type, whose sizes of arrays and maps go to {@code sizes}. */
  static ValueCodec codec(String type, OutputStream sizes) {
    TypeText text = TypeText.parse(type);
    return switch (text.name()) {
      case "Nullable" -> nullable(text, sizes);
      // LowCardinality is a matter of storage: on the wire its values are those of its type.
      case "LowCardinality" -> lowCardinality(text, sizes);
      case "Array" -> new CompositeCodecs.ArrayCodec(codec(argument(text, 0, 1), sizes), sizes);
      case "Map" ->
          new CompositeCodecs.MapCodec(
              codec(argument(text, 0, 2), sizes), codec(argument(text, 1, 2), sizes), sizes);
      default -> scalar(text);
    };
  }

  private static ValueCodec nullable(TypeText text, OutputStream sizes) {
    String inner = argument(text, 0, 1);
    refuseInside(text, inner, List.of("Nullable", "Array", "Map", "LowCardinality"));
    return new CompositeCodecs.NullableCodec(codec(inner, sizes));
  }

  private static ValueCodec lowCardinality(TypeText text, OutputStream sizes) {
    String inner = argument(text, 0, 1);
    refuseInside(text, inner, List.of("LowCardinality", "Array", "Map", "Enum8", "Enum16"));
    return codec(inner, sizes);
  }

  private static void refuseInside(TypeText outer, String inner, List<String> names) {
    if (names.contains(TypeText.parse(inner).name())) {
      throw new IllegalArgumentException(
          "type " + outer.canonical() + ": the server has no " + outer.name() + " of " + inner);
    }
  }

  private static ValueCodec scalar(TypeText text) {
    Matcher integer = INTEGER.matcher(text.name());
    if (integer.matches() && text.arguments().isEmpty()) {
      return new IntegerCodec(Integer.parseInt(integer.group(2)), integer.group(1).isEmpty());
    }
    if (text.arguments().isEmpty()) {
      return switch (text.name()) {
        case "String" -> new ScalarCodecs.StringCodec();
        case "Float64" -> new ScalarCodecs.Float64Codec();
        case "Bool" -> new ScalarCodecs.BoolCodec();
        case "UUID" -> new ScalarCodecs.UuidCodec();
        case "Date" -> new ScalarCodecs.DateCodec();
        default -> throw unsupported(text);
      };
    }
    return switch (text.name()) {
      case "DateTime64" -> dateTime64(text);
      case "Enum8" -> enumeration(text, false);
      case "Enum16" -> enumeration(text, true);
      default -> throw unsupported(text);
    };
  }

  private static ValueCodec dateTime64(TypeText text) {
    List<String> arguments = text.arguments();
    if (arguments.size() > 2 || !arguments.get(0).matches("[0-9]")) {
      throw new IllegalArgumentException(
          "type " + text.canonical() + ": DateTime64 needs a precision of 0 to 9 and a time zone");
    }
    return new DateTime64Codec(Integer.parseInt(arguments.get(0)));
  }

  private static ValueCodec enumeration(TypeText text, boolean wide) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (String argument : TypeText.parse(text.canonical()).arguments()) {
      Matcher value = ENUM_VALUE.matcher(argument);
      if (!value.matches()) {
        throw new IllegalArgumentException(
            "type " + text.canonical() + ": write each value as 'name' = number");
      }
      int number = Integer.parseInt(value.group(2));
      if (number != (wide ? (short) number : (byte) number)) {
        throw new IllegalArgumentException(
            "type " + text.canonical() + ": " + number + " does not fit " + text.name());
      }
      numbers.put(value.group(1).replaceAll("\\\\(.)", "$1"), number);
    }
    return new ScalarCodecs.EnumCodec(numbers, wide);
  }

  private static String argument(TypeText text, int index, int count) {
    if (text.arguments().size() != count) {
      throw new IllegalArgumentException(
          "type " + text.canonical() + ": " + text.name() + " takes " + count + " argument(s)");
    }
    return text.arguments().get(index);
  }

  private static IllegalArgumentException unsupported(TypeText text) {
    return new IllegalArgumentException(
        "type " + text.canonical() + " is not written by this sink; it writes " + SUPPORTED);
  }
}
