package dev.hookline.jobs.normalise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What was read of a body: the values at the wanted paths. A value of the wrong type is converted
 * where that is safe (a numeral in quotes is a number) and else as good as absent; nothing throws.
 */
public final class Fields {

  /** The most elements that are kept of one array. */
  static final int MAX_ELEMENTS = 256;

  private static final int MAX_DIGITS = 19;

  private final Map<String, JsonValue> values = new HashMap<>();
  private final Map<String, List<Fields>> elements = new HashMap<>();

  Fields() {}

  void put(String path, JsonValue value) {
    values.put(path, value);
  }

  void addElement(String array, Fields element) {
    List<Fields> list = elements.computeIfAbsent(array, key -> new ArrayList<>());
    if (list.size() < MAX_ELEMENTS) {
      list.add(element);
    }
  }

  /**
   * The value at a path.
   *
   * @param path one of the wanted ones
   * @return {@link JsonValue#ABSENT} where there is none
   */
  public JsonValue value(String path) {
    return values.getOrDefault(path, JsonValue.ABSENT);
  }

  /**
   * The kind of the value at a path.
   *
   * @param path one of the wanted ones
   * @return never null
   */
  public JsonValue.Kind kind(String path) {
    return value(path).kind();
  }

  /**
   * A label.
   *
   * @param path one of the wanted ones
   * @return the string, clean; empty where there is none
   */
  public String string(String path) {
    JsonValue value = value(path);
    return value.kind() == JsonValue.Kind.STRING ? value.text() : "";
  }

  /**
   * An id that may be a number or a string.
   *
   * @param path one of the wanted ones
   * @return its text, clean; empty where there is none
   */
  public String id(String path) {
    return value(path).text();
  }

  /**
   * A numeric id.
   *
   * @param path one of the wanted ones
   * @return a number of 0 or more, from an integer or from a string of nothing but digits
   */
  public OptionalLong number(String path) {
    String text = value(path).text();
    if (text.isEmpty() || text.length() > MAX_DIGITS) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return OptionalLong.empty();
      }
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) { // 19 digits above Long.MAX_VALUE
      return OptionalLong.empty();
    }
  }

  /**
   * Whether a path holds the boolean true.
   *
   * @param path one of the wanted ones
   * @return false for everything else
   */
  public boolean isTrue(String path) {
    return kind(path) == JsonValue.Kind.TRUE;
  }

  /**
   * The kept elements of an array.
   *
   * @param array its path
   * @return in order, at most {@link #MAX_ELEMENTS}
   */
  public List<Fields> elements(String array) {
    return elements.getOrDefault(array, List.of());
  }
}
