package dev.hookline.devstack.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A configuration file among the resources, with {@code {{name}}} where values go. */
public final class Template {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String ROOT = "/dev/hookline/devstack/";

  private Template() {}

  /**
   * Reads a resource as it is.
   *
   * @param resource path below the dev-stack resources, such as {@code kafka/server.properties}
   * @throws IllegalArgumentException if there is no such resource
   */
  public static String read(String resource) {
    try (InputStream in = Template.class.getResourceAsStream(ROOT + resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + ROOT + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource " + resource, e);
    }
  }

  /**
   * Fills every place of a resource.
   *
   * @param values by place; each place needs one
   * @throws IllegalArgumentException if a place has no value
   */
  public static String render(String resource, Map<String, ?> values) {
    Matcher place = PLACE.matcher(read(resource));
    StringBuilder out = new StringBuilder();
    while (place.find()) {
      Object value = values.get(place.group(1));
      if (value == null) {
        throw new IllegalArgumentException("no value for " + place.group(1) + " in " + resource);
      }
      place.appendReplacement(out, Matcher.quoteReplacement(value.toString()));
    }
    return place.appendTail(out).toString();
  }

  /** Renders a resource into a file, creating its folder. */
  public static Path write(String resource, Map<String, ?> values, Path target) {
    try {
      Files.createDirectories(target.getParent());
      return Files.writeString(target, render(resource, values));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + target, e);
    }
  }
}
