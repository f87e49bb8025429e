package dev.hookline.devstack.redis;

import dev.hookline.devstack.MissingPrerequisiteException;
import dev.hookline.devstack.debian.DebianPackage;
import dev.hookline.devstack.process.Executables;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The redis-server to run: the installed one, else Debian's package, downloaded and unpacked.
 *
 * @param executable the program
 * @param libraryPath what LD_LIBRARY_PATH must hold for it; empty for an installed one
 */
record RedisProgram(Path executable, String libraryPath) {
  private static final String PROGRAM = "redis-server";
  private static final DebianPackage PACKAGE =
      new DebianPackage(PROGRAM, "install Redis 7 so that redis-server is on the PATH");

  /**
   * Finds the program, fetching it when it is neither installed nor in the cache.
   *
   * @param cache the cache folder
   * @param progress gets a line before each step that takes long
   * @throws MissingPrerequisiteException if it can be had in no way; one line with the way out
   */
  static RedisProgram find(Path cache, Consumer<String> progress) {
    return find(cache, progress, Executables::find);
  }

  /** As above, with another way of looking on the PATH. */
  static RedisProgram find(
      Path cache, Consumer<String> progress, Function<String, Optional<Path>> onPath) {
    return onPath
        .apply(PROGRAM)
        .map(installed -> new RedisProgram(installed, ""))
        .orElseGet(() -> unpackedIn(PACKAGE.unpacked(cache, progress, onPath)));
  }

  private static RedisProgram unpackedIn(Path root) {
    return new RedisProgram(
        root.resolve("usr/bin").resolve(PROGRAM), DebianPackage.libraryPath(root));
  }
}
