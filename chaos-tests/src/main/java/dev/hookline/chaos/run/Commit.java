package dev.hookline.chaos.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Which code runs, so that a report can be repeated. */
final class Commit {

  private static final int MOST_BYTES = 10_000;

  private Commit() {}

  /**
   * The short name of the checkout's commit, with {@code +changes} when the tree is not clean;
   * {@code unknown} where there is no git.
   */
  static String of(Path root) {
    try {
      String commit = git(root, List.of("rev-parse", "--short", "HEAD"));
      String changes = git(root, List.of("status", "--porcelain", "--untracked-files=no"));
      return changes.isEmpty() ? commit : commit + "+changes";
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String git(Path root, List<String> arguments) throws IOException {
    List<String> command = new java.util.ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(arguments);
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream output = git.getInputStream()) {
      String text = new String(output.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
      if (!git.waitFor(10, TimeUnit.SECONDS) || git.exitValue() != 0) {
        git.destroyForcibly();
        throw new IOException("git " + arguments + " failed");
      }
      return text;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in git", e);
    }
  }
}
