package dev.hookline.schema.internal;

import dev.hookline.schema.Migration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The files that come with this release. */
public final class MigrationFiles {

  /**
   * Named one by one, because a folder inside a jar cannot be listed without opening the jar; a
   * test holds the list against the folder.
   */
  static final List<String> NAMES =
      List.of(
          "V001__database_and_log.sql",
          "V002__normalized_events.sql",
          "V003__employee_metrics_hourly.sql",
          "V004__rejected_events.sql",
          "V005__reading_views.sql",
          "V006__users.sql",
          "V007__events_by_hour.sql",
          "V008__find_a_block.sql",
          "V009__room_on_the_disk.sql");

  private MigrationFiles() {}

  /**
   * Reads them.
   *
   * @return all, by version from 1 without a gap
   */
  public static List<Migration> all() {
    return NAMES.stream().map(name -> Migration.of(name, resource("/migrations/" + name))).toList();
  }

  /**
   * Reads a text resource of this module.
   *
   * @param path from the root, beginning with a slash
   * @return its text
   * @throws IllegalStateException when this build does not hold it
   */
  public static String resource(String path) {
    try (InputStream in = MigrationFiles.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks its resource " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
