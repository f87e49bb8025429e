package dev.hookline.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * Proportional set size: memory shared by several processes is counted once (proc(5), {@code
 * smaps_rollup}).
 */
final class Memory {

  private Memory() {}

  /** The sum of PSS over processes, in KiB; one that is gone counts as 0. */
  static long pssKib(Collection<Long> pids) {
    long sum = 0;
    for (long pid : pids) {
      sum += pssKib(pid);
    }
    return sum;
  }

  private static long pssKib(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
        if (line.startsWith("Pss:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException gone) {
      // The process ended between the listing and the reading: it holds no memory.
      return 0;
    }
    return 0;
  }
}
