package dev.hookline.devstack.npm;

import dev.hookline.devstack.CacheFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.CacheLock;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A package at a pinned version whose tarball must have a known checksum. It is fetched by the npm
 * client, so that the user's registry and proxy settings hold, and unpacked once into the cache
 * folder; from then on nothing is downloaded.
 *
 * @param name such as {@code @octokit/webhooks-examples}
 * @param version the exact version
 * @param integrity {@code sha512-<base64>}, as a lock file holds it
 */
public record NpmPackage(String name, String version, String integrity) {
  private static final Duration FETCH_LIMIT = Duration.ofMinutes(20);
  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(5);

  /** Who holds the lock may fetch twice. */
  private static final Duration LOCK_LIMIT = FETCH_LIMIT.multipliedBy(2).plus(UNPACK_LIMIT);

  /** The ClickHouse engine as a library for Linux on x64: 178 MB packed, 566 MB unpacked. */
  public static final NpmPackage CHDB_LINUX_X64 =
      new NpmPackage(
          "@chdb/lib-linux-x64-gnu",
          "26.7.3-stable.1",
          "sha512-XP97mMqnc5tZpKQywR8N7cLTsHNiTmHr30pC5mzo3jWmukjKn2IBa60c2B/gWUNcuFjOMjWoorQICCqBVj5wpw==");

  /** GitHub's published example payloads. */
  public static final NpmPackage OCTOKIT_WEBHOOKS_EXAMPLES =
      new NpmPackage(
          "@octokit/webhooks-examples",
          "7.6.1",
          "sha512-De6U3XB6O3DtCa7bKgCMzTHdeopqqZ6SNivMYJnK65ierKL1AnNIA0tkRYCRS7lwGT792d+Ps1WbfHlso6MynQ==");

  public NpmPackage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    new Integrity(integrity);
  }

  /** The package's folder in this user's cache; says on stderr what it does when it must fetch. */
  public Path fetch() {
    return fetch(CacheFolder.path(), System.err::println);
  }

  /**
   * The folder that holds the package's files, fetched when it is not there yet. Threads and
   * processes that ask at the same time wait for the one that fetches.
   *
   * @param cache the cache folder, created when missing
   * @param progress gets a line before each step that takes long
   * @throws DevStackException when npm fails, or what it fetched has another checksum
   * @throws dev.hookline.devstack.MissingPrerequisiteException when npm is needed and missing
   */
  public Path fetch(Path cache, Consumer<String> progress) {
    Path folder = cache.resolve("npm").resolve(folderName());
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Path npm = Executables.require("npm", "install Node.js; " + name + " is fetched by its client");
    return fetch(cache, npm, progress);
  }

  /** As above, with this client. */
  Path fetch(Path cache, Path npm, Consumer<String> progress) {
    Path folder = cache.resolve("npm").resolve(folderName());
    try {
      Files.createDirectories(folder.getParent());
      CacheLock lock = CacheLock.acquire(lockFile(folder), LOCK_LIMIT, progress);
      try {
        if (!Files.isDirectory(folder)) {
          fetchInto(folder, npm, progress);
        }
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new DevStackException("Cannot fetch " + id() + " into " + cache + ": " + e, e);
    }
    return folder;
  }

  private void fetchInto(Path folder, Path npm, Consumer<String> progress) throws IOException {
    Path work = Files.createTempDirectory(folder.getParent(), ".fetch-");
    try {
      progress.accept("Fetching " + id() + " with npm (once; kept in " + folder + ") ...");
      pack(npm, work, progress);
      Path tarball = onlyTarball(work);
      if (!new Integrity(integrity).matches(tarball)) {
        throw new DevStackException(
            id() + ": the fetched tarball is not the pinned one (expected " + integrity + ")");
      }
      progress.accept("Unpacking " + id() + " ...");
      Path unpacked = Files.createDirectory(work.resolve("unpacked"));
      run(
          "tar",
          work,
          UNPACK_LIMIT,
          List.of("tar", "-xzf", tarball.toString(), "-C", "unpacked", "--strip-components=1"));
      // The rename comes last: a folder under its final name is a complete one.
      Files.move(unpacked, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      deleteTree(work);
    }
  }

  /** Tries a second time: a registry may be away for a moment, and a start should outlive that. */
  private void pack(Path npm, Path work, Consumer<String> progress) {
    List<String> pack = List.of(npm.toString(), "pack", id(), "--silent", "--ignore-scripts");
    try {
      run("npm", work, FETCH_LIMIT, pack);
    } catch (DevStackException e) {
      progress.accept("npm could not fetch " + id() + "; once more ...");
      try {
        run("npm", work, FETCH_LIMIT, pack);
      } catch (DevStackException again) {
        again.addSuppressed(e);
        throw again;
      }
    }
  }

  private static void run(String what, Path work, Duration limit, List<String> command) {
    try (ChildProcess process =
        ChildProcess.builder(what, command)
            .workingDirectory(work)
            .log(work.resolve(what + ".log"))
            .start()) {
      if (!process.awaitExit(limit)) {
        throw new DevStackException(
            what + " has not ended in " + limit.toMinutes() + " minutes\n" + process.logTail());
      }
      if (process.exitCode() != 0) {
        throw new DevStackException(
            String.join(" ", command)
                + " ended with exit code "
                + process.exitCode()
                + "\n"
                + process.logTail());
      }
    }
  }

  private static Path onlyTarball(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".tgz"))
          .findFirst()
          .orElseThrow(() -> new DevStackException("npm pack left no tarball in " + folder));
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private String id() {
    return name + "@" + version;
  }

  private String folderName() {
    String plain = name.replace("@", "").replace('/', '-');
    return plain + "-" + version + "-" + new Integrity(integrity).shortName();
  }

  private static Path lockFile(Path folder) {
    return folder.resolveSibling("." + folder.getFileName() + ".lock");
  }
}
