package dev.hookline.devstack.debian;

import dev.hookline.devstack.CacheFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.MissingPrerequisiteException;
import dev.hookline.devstack.internal.CacheLock;
import dev.hookline.devstack.internal.FileTree;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A package of Debian's, downloaded by apt with what it depends on and this machine lacks, and
 * unpacked into the cache folder. Nothing is installed and no system service is started.
 *
 * @param name the package's and its program's
 * @param wayOut what to do where it can be had in no way; a part of a sentence
 */
public record DebianPackage(String name, String wayOut) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Who holds the lock may run some ten commands. */
  private static final Duration LOCK_LIMIT = LIMIT.multipliedBy(10);

  /**
   * The folder with the package's files, as below {@code /}. It is fetched when it is not in the
   * cache. Threads and processes that ask at the same time wait for the one that fetches.
   *
   * @param cache the cache folder
   * @param progress gets a line before each step that takes long
   * @throws MissingPrerequisiteException if it can be had in no way; one line with the way out
   */
  public Path unpacked(Path cache, Consumer<String> progress) {
    return unpacked(cache, progress, Executables::find);
  }

  /** As above, with another way of looking on the PATH. */
  public Path unpacked(
      Path cache, Consumer<String> progress, Function<String, Optional<Path>> onPath) {
    Path root = cache.resolve("debian").resolve(name);
    if (Files.isDirectory(root)) {
      return root;
    }
    Tools tools = new Tools(tool("apt-get", onPath), tool("dpkg", onPath));
    try {
      Files.createDirectories(root.getParent());
      // One lock for all packages and folders: apt's lists are one, a second update at once fails.
      Path lockFile = Files.createDirectories(CacheFolder.path()).resolve(".apt.lock");
      CacheLock lock = CacheLock.acquire(lockFile, LOCK_LIMIT, progress);
      try {
        if (!Files.isDirectory(root)) {
          fetchInto(root, tools, progress);
        }
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new DevStackException("Cannot fetch " + name + " into " + root + ": " + e, e);
    }
    return root;
  }

  /**
   * What LD_LIBRARY_PATH must hold for a program of an unpacked package.
   *
   * @param root the folder with the package's files
   * @return folders with libraries, joined by colons
   */
  public static String libraryPath(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".so."))
          .map(file -> file.getParent().toString())
          .distinct()
          .collect(Collectors.joining(":"));
    } catch (IOException e) {
      throw new DevStackException("cannot read " + root + ": " + e.getMessage(), e);
    }
  }

  private record Tools(String aptGet, String dpkg) {}

  private String tool(String tool, Function<String, Optional<Path>> onPath) {
    return onPath
        .apply(tool)
        .map(Path::toString)
        .orElseThrow(
            () ->
                new MissingPrerequisiteException(
                    name + " is not on the PATH and there is no " + tool + " here: " + wayOut));
  }

  private void fetchInto(Path root, Tools tools, Consumer<String> progress) throws IOException {
    Path work = Files.createTempDirectory(root.getParent(), ".fetch-");
    try {
      progress.accept(
          "Fetching Debian's " + name + " with apt-get (once; kept in " + root + ") ...");
      Path downloaded = download(work, tools, progress);
      Path unpacked = Files.createDirectory(work.resolve("unpacked"));
      try (Stream<Path> debs = Files.list(downloaded).filter(f -> f.toString().endsWith(".deb"))) {
        for (Path deb : debs.toList()) {
          List<String> unpack = List.of(tools.dpkg(), "-x", deb.toString(), unpacked.toString());
          Result done = run(work, unpack);
          if (done.exitCode() != 0) {
            throw failed(unpack, done);
          }
        }
      }
      // The rename comes last: a folder under its final name is a complete one.
      Files.move(unpacked, root, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      FileTree.delete(work);
    }
  }

  /**
   * The folder with the packages. Lists that are some days old name files that the mirror has
   * replaced by newer ones, and a mirror may be away for a moment: there is a second try, with new
   * lists where they can be had, and in a folder of its own, since the first may have left a part.
   */
  private Path download(Path work, Tools tools, Consumer<String> progress) throws IOException {
    Path first = Files.createDirectory(work.resolve("first"));
    Result failed = run(first, downloadOf(missingPackages(work, tools, progress), tools));
    if (failed.exitCode() == 0) {
      return first;
    }
    progress.accept(
        name
            + " was not downloaded ("
            + failed.lastLine()
            + "): apt-get update, and once more ...");
    run(work, List.of(tools.aptGet(), "update")); // fails without rights; the mirror may be back
    Path second = Files.createDirectory(work.resolve("second"));
    List<String> download = downloadOf(missingPackages(work, tools, progress), tools);
    Result result = run(second, download);
    if (result.exitCode() != 0) {
      throw failed(download, result);
    }
    return second;
  }

  private static List<String> downloadOf(List<String> packages, Tools tools) {
    List<String> download = new ArrayList<>(List.of(tools.aptGet(), "download"));
    download.addAll(packages);
    return download;
  }

  /**
   * The packages that an installation would add: the program and the libraries that this machine
   * lacks, whatever its release calls them. A simulation needs no rights.
   */
  private List<String> missingPackages(Path work, Tools tools, Consumer<String> progress) {
    List<String> simulate =
        List.of(tools.aptGet(), "--simulate", "--no-install-recommends", "install", name);
    Result simulated = run(work, simulate);
    if (simulated.exitCode() != 0) {
      progress.accept("apt does not know " + name + " yet: apt-get update ...");
      run(work, List.of(tools.aptGet(), "update")); // without rights it fails, and so does the next
      simulated = run(work, simulate);
    }
    List<String> packages =
        simulated
            .output()
            .lines()
            .filter(line -> line.startsWith("Inst "))
            .map(line -> line.split(" ", 3)[1])
            .toList();
    if (simulated.exitCode() != 0 || packages.isEmpty()) {
      throw failed(simulate, simulated);
    }
    return packages;
  }

  private MissingPrerequisiteException failed(List<String> command, Result result) {
    return new MissingPrerequisiteException(
        String.format(
            "%s is not on the PATH, and `%s` failed (%s): %s",
            name, String.join(" ", command), result.lastLine(), wayOut));
  }

  private record Result(int exitCode, String output) {
    String lastLine() {
      return output.lines().reduce((first, second) -> second).orElse("no output");
    }
  }

  private static Result run(Path work, List<String> command) {
    Path log = work.resolve("output.log");
    try (ChildProcess process =
        ChildProcess.builder(command.get(0), command)
            .environment("LC_ALL", "C")
            .environment("DEBIAN_FRONTEND", "noninteractive")
            .workingDirectory(work)
            .log(log)
            .start()) {
      if (!process.awaitExit(LIMIT)) {
        throw new DevStackException(
            String.join(" ", command) + " has not ended in " + LIMIT.toMinutes() + " minutes");
      }
      return new Result(process.exitCode(), Files.readString(log));
    } catch (IOException e) {
      throw new DevStackException("cannot read " + log + ": " + e.getMessage(), e);
    } finally {
      deleteQuietly(log);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DevStackException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }
}
