package dev.hookline.sink.clickhouse.internal.row;

import dev.hookline.sink.clickhouse.TableSchema;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** From the text of a ClickHouse type to the codec that checks and writes its values. */
public final class ColumnTypes {
  private static final String SUPPORTED =
      "Int8 to Int256, UInt8 to UInt256, Float32, Float64, Decimal(p, s), Bool, String,"
          + " FixedString(n), Date, Date32, DateTime, DateTime64(p, 'zone'), Enum8('a' = 1, …),"
          + " Enum16(…), UUID, IPv4, IPv6, JSON, LowCardinality(T), Nullable(T), Array(T), Map(K, V),"
          + " Tuple(…), Nested(…)";
  private static final Pattern INTEGER = Pattern.compile("(U?)Int(8|16|32|64|128|256)");
  private static final Pattern SIZED_DECIMAL = Pattern.compile("Decimal(32|64|128|256)");
  private static final Map<String, Integer> DIGITS =
      Map.of("32", 9, "64", 18, "128", 38, "256", 76);
  private static final Pattern ENUM_VALUE =
      Pattern.compile("'((?:[^'\\\\]|\\\\.)*)' = (-?\\d{1,9})");
  private static final Set<String> ENUMS = Set.of("Enum8", "Enum16");
  private static final Pattern JSON_LIMIT = Pattern.compile("max_dynamic_(paths|types)=\\d+");
  private static final int MAX_FIXED_STRING = 0xFF_FFFF;

  private ColumnTypes() {}

  /**
   * The server's spelling of a type.
   *
   * @throws IllegalArgumentException if the text is not well-formed or the sink does not write the
   *     type
   */
  public static String canonical(String type) {
    String text = spelled(type);
    codec(text, new RowBuffer());
    return text;
  }

  /** Whether some column's values, or some inside them, travel as JSON text. */
  public static boolean holdsJson(TableSchema schema) {
    return schema.columns().stream().anyMatch(column -> holdsJson(column.type()));
  }

  private static boolean holdsJson(String type) {
    TypeText text = TypeText.parse(type);
    if (text.name().equals("JSON")) {
      return true;
    }
    return switch (text.name()) {
      case "Array", "Map" -> text.arguments().stream().anyMatch(ColumnTypes::holdsJson);
      case "Tuple", "Nested" ->
          text.arguments().stream()
              .anyMatch(argument -> holdsJson(TypeText.element(argument).type()));
      default -> false;
    };
  }

  /** The text as the server writes it: one name a type, one blank a comma. */
  static String spelled(String type) {
    TypeText text = TypeText.parse(type);
    Matcher sized = SIZED_DECIMAL.matcher(text.name());
    if (sized.matches() && text.arguments().size() == 1) {
      return "Decimal(%d, %s)".formatted(DIGITS.get(sized.group(1)), text.arguments().get(0));
    }
    if (text.name().equals("Decimal") && text.arguments().size() == 1) {
      return "Decimal(%s, 0)".formatted(text.arguments().get(0));
    }
    if (ENUMS.contains(text.name())) {
      return sorted(text);
    }
    return text.canonical();
  }

  /** The server keeps an enum's values in the order of their numbers. */
  private static String sorted(TypeText text) {
    List<String> values = TypeText.parse(text.canonical()).arguments();
    if (!values.stream().allMatch(value -> ENUM_VALUE.matcher(value).matches())) {
      return text.canonical();
    }
    return values.stream()
        .sorted(Comparator.comparingLong(ColumnTypes::enumNumber))
        .collect(Collectors.joining(", ", text.name() + "(", ")"));
  }

  private static long enumNumber(String value) {
    return Long.parseLong(value.substring(value.lastIndexOf(' ') + 1));
  }

  /** The codec of a type; {@code row} is what its serialiser writes to. */
  static ValueCodec codec(String type, RowBuffer row) {
    TypeText text = TypeText.parse(type);
    return switch (text.name()) {
      case "Nullable" -> nullable(text, row);
      // LowCardinality is a matter of storage: on the wire its values are those of its type.
      case "LowCardinality" -> lowCardinality(text, row);
      case "Array" -> new CompositeCodecs.ArrayCodec(codec(argument(text, 0, 1), row), row);
      case "Map" -> map(text, row);
      case "Tuple" -> tuple(text, row);
      // Where the table keeps it whole (flatten_nested = 0) it is an array of tuples.
      case "Nested" -> new CompositeCodecs.ArrayCodec(tuple(text, row), row);
      default -> text.arguments().isEmpty() ? plain(text, row) : withArguments(text, row);
    };
  }

  private static ValueCodec nullable(TypeText text, RowBuffer row) {
    String inner = argument(text, 0, 1);
    refuseInside(
        text,
        inner,
        List.of("Nullable", "Array", "Map", "Tuple", "Nested", "LowCardinality", "JSON"));
    return new CompositeCodecs.NullableCodec(codec(inner, row));
  }

  private static ValueCodec lowCardinality(TypeText text, RowBuffer row) {
    String inner = argument(text, 0, 1);
    TypeText innerText = TypeText.parse(inner);
    String bare =
        innerText.name().equals("Nullable") && innerText.arguments().size() == 1
            ? innerText.arguments().get(0)
            : inner;
    refuseInside(
        text,
        bare,
        List.of(
            "LowCardinality",
            "Array",
            "Map",
            "Tuple",
            "Nested",
            "Enum8",
            "Enum16",
            "Decimal",
            "DateTime64",
            "JSON"));
    return codec(inner, row);
  }

  private static ValueCodec map(TypeText text, RowBuffer row) {
    String key = argument(text, 0, 2);
    refuseInside(text, key, List.of("Nullable"));
    return new CompositeCodecs.MapCodec(codec(key, row), codec(argument(text, 1, 2), row), row);
  }

  private static ValueCodec tuple(TypeText text, RowBuffer row) {
    if (text.arguments().isEmpty()) {
      throw new IllegalArgumentException("type " + text.name() + " needs at least one element");
    }
    return new CompositeCodecs.TupleCodec(
        text.arguments().stream()
            .map(argument -> codec(TypeText.element(argument).type(), row))
            .toList());
  }

  private static void refuseInside(TypeText outer, String inner, List<String> names) {
    if (names.contains(TypeText.parse(inner).name())) {
      throw new IllegalArgumentException(
          "type " + outer.canonical() + ": the server has no " + outer.name() + " of " + inner);
    }
  }

  private static ValueCodec plain(TypeText text, RowBuffer row) {
    Matcher integer = INTEGER.matcher(text.name());
    if (integer.matches()) {
      int bits = Integer.parseInt(integer.group(2));
      boolean signed = integer.group(1).isEmpty();
      return bits > 64
          ? new NumberCodecs.WideIntegerCodec(bits, signed)
          : new IntegerCodec(row, bits, signed);
    }
    return switch (text.name()) {
      case "String" -> new TextCodecs.StringCodec(row);
      case "Float32" -> new NumberCodecs.Float32Codec();
      case "Float64" -> new NumberCodecs.Float64Codec();
      case "Bool" -> new ScalarCodecs.BoolCodec();
      case "UUID" -> new ScalarCodecs.UuidCodec();
      case "Date" -> new TimeCodecs.DateCodec();
      case "Date32" -> new TimeCodecs.Date32Codec();
      case "DateTime" -> new TimeCodecs.DateTimeCodec();
      case "IPv4" -> new AddressCodecs.Ipv4Codec();
      case "IPv6" -> new AddressCodecs.Ipv6Codec();
      case "JSON" -> new TextCodecs.JsonCodec();
      default -> throw unsupported(text);
    };
  }

  private static ValueCodec withArguments(TypeText text, RowBuffer row) {
    return switch (text.name()) {
      case "FixedString" -> fixedString(text);
      case "Decimal" -> decimal(text);
      case "DateTime" -> dateTime(text);
      case "DateTime64" -> dateTime64(text, row);
      case "Enum8" -> enumeration(text, false);
      case "Enum16" -> enumeration(text, true);
      case "JSON" -> json(text);
      default -> throw unsupported(text);
    };
  }

  private static ValueCodec fixedString(TypeText text) {
    int length = number(text, argument(text, 0, 1), 1, MAX_FIXED_STRING, "a number of bytes");
    return new TextCodecs.FixedStringCodec(length);
  }

  private static ValueCodec decimal(TypeText text) {
    int precision = number(text, argument(text, 0, 2), 1, 76, "a precision");
    int scale = number(text, argument(text, 1, 2), 0, precision, "a scale");
    return new NumberCodecs.DecimalCodec(precision, scale);
  }

  private static ValueCodec dateTime(TypeText text) {
    zone(text, argument(text, 0, 1));
    return new TimeCodecs.DateTimeCodec();
  }

  private static ValueCodec dateTime64(TypeText text, RowBuffer row) {
    List<String> arguments = text.arguments();
    if (arguments.size() > 2) {
      throw new IllegalArgumentException(
          "type " + text.canonical() + ": DateTime64 takes a precision and a time zone");
    }
    int precision = number(text, arguments.get(0), 0, 9, "a precision");
    if (arguments.size() == 2) {
      zone(text, arguments.get(1));
    }
    return new DateTime64Codec(row, precision);
  }

  /** The zone says how a value is shown; a name that nobody knows would fail at the server. */
  private static void zone(TypeText text, String quoted) {
    try {
      if (quoted.length() > 2 && quoted.startsWith("'") && quoted.endsWith("'")) {
        ZoneId.of(quoted.substring(1, quoted.length() - 1));
        return;
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "type " + text.canonical() + ": " + quoted + " is no time zone", e);
    }
    throw new IllegalArgumentException(
        "type " + text.canonical() + ": write its time zone in quotes, such as 'UTC'");
  }

  private static ValueCodec json(TypeText text) {
    for (String argument : TypeText.parse(text.canonical()).arguments()) {
      if (!JSON_LIMIT.matcher(argument).matches()) {
        throw new IllegalArgumentException(
            "type "
                + text.canonical()
                + ": the sink cannot check a value against '"
                + argument
                + "'; it writes JSON with max_dynamic_paths and max_dynamic_types only");
      }
    }
    return new TextCodecs.JsonCodec();
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

  private static int number(TypeText text, String argument, int min, int max, String what) {
    if (argument.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(argument);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        "type %s: %s needs %s of %d to %d"
            .formatted(text.canonical(), text.name(), what, min, max));
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
