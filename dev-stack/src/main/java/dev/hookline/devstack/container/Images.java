package dev.hookline.devstack.container;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.internal.Template;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The names and tags of the images, as {@code images.properties} pins them. */
final class Images {
  private static final Properties NAMES = read();

  private Images() {}

  /**
   * The image of a part.
   *
   * @throws IllegalArgumentException for a part that has none
   */
  static String of(Part part) {
    String name = NAMES.getProperty(part.label());
    if (name == null) {
      throw new IllegalArgumentException(part + " does not run as a container");
    }
    return name;
  }

  /** The image that removes containers once the JVM that started them is gone. */
  static String reaper() {
    return Objects.requireNonNull(NAMES.getProperty("reaper"));
  }

  /** The image that shows to a JVM in a container where the engine's machine is. */
  static String gateway() {
    return Objects.requireNonNull(NAMES.getProperty("gateway"));
  }

  private static Properties read() {
    Properties names = new Properties();
    try {
      names.load(new StringReader(Template.read("container/images.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
