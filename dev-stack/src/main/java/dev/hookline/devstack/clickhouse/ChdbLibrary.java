package dev.hookline.devstack.clickhouse;

import dev.hookline.devstack.MissingPrerequisiteException;
import dev.hookline.devstack.npm.NpmPackage;
import java.nio.file.Path;
import java.util.Locale;

/** The file {@code libchdb.so}, from the pinned package. */
public final class ChdbLibrary {
  private ChdbLibrary() {}

  /**
   * The library's file; the package is fetched when it is not in the cache folder.
   *
   * @throws MissingPrerequisiteException on another platform than Linux on x64
   */
  public static Path fetch() {
    requirePlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
    return NpmPackage.CHDB_LINUX_X64.fetch().resolve("libchdb.so");
  }

  static void requirePlatform(String os, String architecture) {
    boolean x64 = architecture.equals("amd64") || architecture.equals("x86_64");
    if (!os.toLowerCase(Locale.ROOT).equals("linux") || !x64) {
      throw new MissingPrerequisiteException(
          "The embedded ClickHouse runs on linux-x64 only, and this is "
              + os
              + " on "
              + architecture
              + ": use the containers instead (docker compose up)");
    }
  }
}
