package dev.hookline.chaos.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Seeds as people read them. */
final class Seeds {

  private Seeds() {}

  /** Such as {@code 1 to 3, 7}; {@code none} of none. */
  static String text(Collection<Long> seeds) {
    List<String> spans = new ArrayList<>();
    long first = 0;
    Long last = null;
    for (long seed : new TreeSet<>(seeds)) {
      if (last == null || seed != last + 1) {
        if (last != null) {
          spans.add(span(first, last));
        }
        first = seed;
      }
      last = seed;
    }
    if (last != null) {
      spans.add(span(first, last));
    }
    return spans.isEmpty() ? "none" : String.join(", ", spans);
  }

  private static String span(long first, long last) {
    return first == last ? Long.toString(first) : first + " to " + last;
  }
}
