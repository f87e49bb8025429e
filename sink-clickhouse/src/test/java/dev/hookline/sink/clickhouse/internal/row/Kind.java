package dev.hookline.sink.clickhouse.internal.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A column type, values for it, and what the server must say of them: its own text by {@code
 * toString}, told here a second time and from the documentation, not from the sink.
 *
 * @param type ClickHouse's type text
 * @param values among them those at the type's limits
 * @param text the server's text of a value
 * @param quoted whether the text stands in quotes inside another value
 */
record Kind(String type, Arbitrary<?> values, Function<Object, String> text, boolean quoted) {

  /** Any type that the sink writes, with others inside it down to {@code depth}. */
  static Arbitrary<Kind> any(int depth) {
    Arbitrary<Kind> scalar = Arbitraries.of(scalars());
    if (depth == 0) {
      return scalar;
    }
    return Arbitraries.frequencyOf(
        Tuple.of(3, scalar),
        Tuple.of(1, scalar.map(Kind::nullable)),
        Tuple.of(1, Arbitraries.of(dictionaries()).map(Kind::lowCardinality)),
        Tuple.of(1, any(depth - 1).map(Kind::array)),
        Tuple.of(
            1, Combinators.combine(Arbitraries.of(dictionaries()), any(depth - 1)).as(Kind::map)),
        Tuple.of(1, Combinators.combine(any(depth - 1), any(depth - 1)).as(Kind::tuple)),
        Tuple.of(1, Combinators.combine(any(depth - 1), any(depth - 1)).as(Kind::nested)));
  }

  private static List<Kind> scalars() {
    return List.of(
        integer("Int8", 8, true),
        integer("Int16", 16, true),
        integer("Int32", 32, true),
        integer("Int64", 64, true),
        integer("Int128", 128, true),
        integer("Int256", 256, true),
        integer("UInt8", 8, false),
        integer("UInt16", 16, false),
        integer("UInt32", 32, false),
        integer("UInt64", 64, false),
        integer("UInt128", 128, false),
        integer("UInt256", 256, false),
        decimal(9, 2),
        decimal(9, 9),
        decimal(18, 0),
        decimal(38, 11),
        decimal(76, 38),
        plain(
            "Float64",
            Arbitraries.integers().between(-999_999, 999_999).map(n -> n + 0.5),
            Object::toString),
        plain(
            "Float32",
            Arbitraries.integers().between(-100_000, 100_000).map(n -> n + 0.25f),
            Object::toString),
        plain("Bool", Arbitraries.of(true, false), Object::toString),
        string(),
        quoted("FixedString(5)", texts().map(Kind::fiveBytes), Object::toString),
        quoted("UUID", Arbitraries.create(UUID::randomUUID), Object::toString),
        days("Date", LocalDate.EPOCH, LocalDate.of(2149, 6, 6)),
        days("Date32", LocalDate.of(1900, 1, 1), LocalDate.of(2299, 12, 31)),
        dateTime("DateTime('UTC')", "UTC", 0, 0xFFFF_FFFFL),
        dateTime("DateTime('Asia/Tokyo')", "Asia/Tokyo", 0, 0xFFFF_FFFFL),
        dateTime("DateTime64(0, 'UTC')", "UTC", 0, 10_413_791_999L),
        dateTime("DateTime64(3, 'Asia/Tokyo')", "Asia/Tokyo", 3, 4_000_000_000L),
        dateTime("DateTime64(9, 'UTC')", "UTC", 9, 9_223_286_399L),
        quoted(
            "Enum8('low' = -128, 'it''s' = 0, 'b, (c)' = 127)".replace("''", "\\'"),
            Arbitraries.of("low", "it's", "b, (c)"),
            Object::toString),
        quoted("Enum16('a' = -32768, 'z' = 32767)", Arbitraries.of("a", "z"), Object::toString),
        quoted("IPv4", addresses(4), value -> ((InetAddress) value).getHostAddress()),
        quoted("IPv6", addresses(16), Kind::ipv6));
  }

  /** Those that LowCardinality and the key of a Map take. */
  private static List<Kind> dictionaries() {
    return List.of(
        string(),
        quoted("FixedString(5)", texts().map(Kind::fiveBytes), Object::toString),
        days("Date", LocalDate.EPOCH, LocalDate.of(2149, 6, 6)),
        integer("UInt64", 64, false),
        integer("Int16", 16, true),
        quoted("UUID", Arbitraries.create(UUID::randomUUID), Object::toString));
  }

  private static Kind plain(String type, Arbitrary<?> values, Function<Object, String> text) {
    return new Kind(type, values, text, false);
  }

  private static Kind quoted(String type, Arbitrary<?> values, Function<Object, String> text) {
    return new Kind(type, values, text, true);
  }

  private static Kind integer(String type, int bits, boolean signed) {
    BigInteger span = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits);
    BigInteger min = signed ? span.negate() : BigInteger.ZERO;
    BigInteger max = span.subtract(BigInteger.ONE);
    return plain(
        type,
        Arbitraries.oneOf(Arbitraries.of(min, max), Arbitraries.bigIntegers().between(min, max)),
        Object::toString);
  }

  private static Kind decimal(int precision, int scale) {
    BigInteger max = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    return plain(
        "Decimal(" + precision + ", " + scale + ")",
        Arbitraries.oneOf(
                Arbitraries.of(max, max.negate(), BigInteger.ZERO),
                Arbitraries.bigIntegers().between(max.negate(), max))
            .map(unscaled -> new BigDecimal(unscaled, scale)),
        Kind::trimmed);
  }

  /** The server leaves out the zeros at the end of a fraction. */
  private static String trimmed(Object value) {
    BigDecimal number = (BigDecimal) value;
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static Kind string() {
    return quoted("String", texts(), Object::toString);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "😀'\\"),
        Arbitraries.strings().withChars("az'\"\\\n\t\r\b\f\0,()[]{} é€\u007f").ofMaxLength(12));
  }

  /** Text of exactly five bytes, so that no zero is added. */
  private static String fiveBytes(String text) {
    String ascii =
        text.chars()
            .filter(c -> c > 31 && c < 127)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    return (ascii + "abcde").substring(0, 5);
  }

  private static Kind days(String type, LocalDate first, LocalDate last) {
    return quoted(
        type,
        Arbitraries.oneOf(
            Arbitraries.of(first, last),
            Arbitraries.longs()
                .between(first.toEpochDay(), last.toEpochDay())
                .map(LocalDate::ofEpochDay)),
        Object::toString);
  }

  private static Kind dateTime(String type, String zone, int digits, long lastSecond) {
    DateTimeFormatter format =
        DateTimeFormatter.ofPattern(
                "yyyy-MM-dd HH:mm:ss" + (digits == 0 ? "" : "." + "S".repeat(digits)))
            .withZone(ZoneId.of(zone));
    return quoted(
        type,
        Arbitraries.oneOf(
            Arbitraries.of(Instant.EPOCH, Instant.ofEpochSecond(lastSecond, 999_999_999)),
            Combinators.combine(
                    Arbitraries.longs().between(0, lastSecond),
                    Arbitraries.longs().between(0, 999_999_999))
                .as(Instant::ofEpochSecond)),
        value -> format.format((Instant) value));
  }

  private static Arbitrary<InetAddress> addresses(int length) {
    return Arbitraries.bytes()
        .array(byte[].class)
        .ofSize(length)
        .map(
            bytes -> {
              // A mapped address would become an IPv4 one; the limits are tested by themselves.
              bytes[0] |= (byte) (length == 16 ? 0x20 : 0);
              return address(bytes);
            });
  }

  static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** As RFC 5952 wants it: the first longest run of two zero groups or more is left out. */
  private static String ipv6(Object value) {
    byte[] bytes = ((InetAddress) value).getAddress();
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = ((bytes[2 * i] & 0xFF) << 8) | (bytes[2 * i + 1] & 0xFF);
    }
    int begin = -1;
    int longest = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && groups[end] == 0) {
        end++;
      }
      if (end - i > longest) {
        longest = end - i;
        begin = i;
      }
    }
    String all =
        Arrays.stream(groups).mapToObj(Integer::toHexString).collect(Collectors.joining(":"));
    if (begin < 0) {
      return all;
    }
    return hex(groups, 0, begin) + "::" + hex(groups, begin + longest, 8);
  }

  private static String hex(int[] groups, int from, int to) {
    return Arrays.stream(groups, from, to)
        .mapToObj(Integer::toHexString)
        .collect(Collectors.joining(":"));
  }

  private Kind nullable() {
    return new Kind(
        "Nullable(" + type + ")",
        values.injectNull(0.3),
        value -> value == null ? "NULL" : text.apply(value),
        quoted);
  }

  private Kind lowCardinality() {
    return new Kind("LowCardinality(" + type + ")", values, text, quoted);
  }

  private Kind array() {
    return plain(
        "Array(" + type + ")",
        values.list().ofMaxSize(4),
        value -> ((List<?>) value).stream().map(this::inside).collect(joined("[", "]")));
  }

  private static Kind map(Kind key, Kind element) {
    return plain(
        "Map(" + key.type + ", " + element.type + ")",
        Arbitraries.maps(key.values, element.values).ofMaxSize(1),
        value ->
            ((Map<?, ?>) value)
                .entrySet().stream()
                    .map(
                        entry ->
                            key.inside(entry.getKey()) + ":" + element.inside(entry.getValue()))
                    .collect(joined("{", "}")));
  }

  private static Kind tuple(Kind first, Kind second) {
    return plain(
        "Tuple(`first one` " + first.type + ", b " + second.type + ")",
        Combinators.combine(first.values, second.values).as(Arrays::<Object>asList),
        value -> first.pair(second, value));
  }

  private static Kind nested(Kind first, Kind second) {
    return plain(
        "Nested(a " + first.type + ", b " + second.type + ")",
        Combinators.combine(first.values, second.values)
            .as(Arrays::<Object>asList)
            .list()
            .ofMaxSize(3),
        value ->
            ((List<?>) value)
                .stream().map(row -> first.pair(second, row)).collect(joined("[", "]")));
  }

  private String pair(Kind second, Object value) {
    List<?> both = (List<?>) value;
    return "(" + inside(both.get(0)) + "," + second.inside(both.get(1)) + ")";
  }

  private static Collector<CharSequence, ?, String> joined(String open, String close) {
    return Collectors.joining(",", open, close);
  }

  /** The text as it stands inside another value. */
  private String inside(Object value) {
    String plain = text.apply(value);
    if (!quoted || value == null) {
      return plain;
    }
    StringBuilder escaped = new StringBuilder("'");
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '\'' -> escaped.append("\\'");
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\t' -> escaped.append("\\t");
        case '\r' -> escaped.append("\\r");
        case '\b' -> escaped.append("\\b");
        case '\f' -> escaped.append("\\f");
        case '\0' -> escaped.append("\\0");
        default -> escaped.append(c);
      }
    }
    return escaped.append("'").toString();
  }

  /** The server's text of a value, as the bytes in which it comes. */
  String hexOf(Object value) {
    StringBuilder hex = new StringBuilder();
    for (byte b : text.apply(value).getBytes(StandardCharsets.UTF_8)) {
      hex.append("%02X".formatted(b));
    }
    return hex.toString();
  }
}
