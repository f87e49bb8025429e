package dev.hookline.sink.clickhouse.internal.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/** What the server takes as a value of the type JSON: one object in which no path comes twice. */
final class JsonText {
  /** Nobody's document is deeper, and the server has a limit of its own. */
  private static final int MAX_DEPTH = 200;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(10_000)
                  .build())
          .build();

  private static final BigInteger MIN_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_INTEGER =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private JsonText() {}

  /**
   * @throws ValueRefused if the server would refuse the text
   */
  static void check(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new ValueRefused("it is no JSON object");
      }
      object(parser, "", new HashSet<>());
      if (parser.nextToken() != null) {
        throw new ValueRefused("something follows the JSON object");
      }
    } catch (JsonProcessingException e) {
      throw new ValueRefused("it is no JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("text in memory does not fail", e);
    }
  }

  /** To the object's end. The server names a value by its keys, joined by dots. */
  private static void object(JsonParser parser, String prefix, Set<String> paths)
      throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = wellFormed(parser.currentName());
      String path = prefix + key;
      if (!paths.add(path)) {
        throw new ValueRefused("the path '" + path + "' comes twice in it");
      }
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        object(parser, path + ".", paths);
      } else {
        value(parser);
      }
    }
  }

  /** What is no object of a path: a scalar, or an array whose objects have paths of their own. */
  private static void value(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          value(parser);
        }
      }
      case START_OBJECT -> object(parser, "", new HashSet<>());
      case VALUE_STRING -> wellFormed(parser.getText());
      case VALUE_NUMBER_INT -> {
        BigInteger number = parser.getBigIntegerValue();
        if (number.compareTo(MIN_INTEGER) < 0 || number.compareTo(MAX_INTEGER) > 0) {
          throw new ValueRefused("a whole number in it does not fit 64 bits");
        }
      }
      case VALUE_NUMBER_FLOAT -> {
        if (!Double.isFinite(parser.getDoubleValue())) {
          throw new ValueRefused("a number in it does not fit a Float64");
        }
      }
      default -> parser.finishToken();
    }
  }

  private static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new ValueRefused("a text in it holds half of a surrogate pair");
      }
    }
    return text;
  }
}
