package dev.hookline.chaos.workload;

import java.util.List;
import java.util.random.RandomGenerator;

/** Text as people write it: everything in it that a form, JSON or UTF-8 writes in a special way. */
final class Texts {

  private static final List<String> PIECES =
      List.of(
          "Fix the export ",
          "a+b = c & 100 % ",
          "zażółć gęślą jaźń ",
          "変更 ",
          "🙂 ",
          "line\nline\ttab \"quoted\" \\ back ",
          "{\"not\": \"the body\"} ",
          "payload=no ");

  private static final int MOST_PIECES = 120;

  private Texts() {}

  /** Up to some 2 KB; mostly short. */
  static String any(RandomGenerator random) {
    int pieces = random.nextInt(10) == 0 ? random.nextInt(MOST_PIECES) : random.nextInt(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }
}
