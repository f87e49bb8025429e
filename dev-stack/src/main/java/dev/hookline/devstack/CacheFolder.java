package dev.hookline.devstack;

import java.nio.file.Path;
import java.util.Map;

/** Where downloads are kept, outside any checkout, so that a second checkout fetches nothing. */
public final class CacheFolder {
  private static final String VARIABLE = "HOOKLINE_CACHE";

  private CacheFolder() {}

  /** The folder of this user: {@code $HOOKLINE_CACHE}, else {@code ~/.cache/hookline}. */
  public static Path path() {
    return path(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  static Path path(Map<String, String> environment, Path home) {
    String chosen = environment.getOrDefault(VARIABLE, "");
    return chosen.isBlank()
        ? home.resolve(".cache").resolve("hookline")
        : Path.of(chosen).toAbsolutePath();
  }
}
