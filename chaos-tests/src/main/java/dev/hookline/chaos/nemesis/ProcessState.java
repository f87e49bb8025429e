package dev.hookline.chaos.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What the kernel says of a process, in {@code /proc/<pid>/stat} (see proc(5)).
 *
 * @param state such as {@code R}, {@code S} or {@code T} for stopped
 * @param ticks of processor time that it has used
 */
record ProcessState(char state, long ticks) {

  private static final int STATE = 0;
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /**
   * Looks.
   *
   * @throws IOException when there is no such process
   */
  static ProcessState of(long pid) throws IOException {
    return in(Path.of("/proc/" + pid));
  }

  /**
   * Whether each thread of a process stands still. The process's own state is no more than that of
   * its first thread, and a signal reaches the others one by one.
   *
   * @throws IOException when there is no such process
   */
  static boolean allThreadsStopped(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads.toList()) {
        if (!in(thread).stopped()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Of a process, or of one of its threads. */
  private static ProcessState in(Path folder) throws IOException {
    String line = Files.readString(folder.resolve("stat"));
    // the name before may hold spaces and parentheses
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcessState(
        fields[STATE].charAt(0),
        Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
  }

  static boolean exists(long pid) {
    return Files.exists(Path.of("/proc/" + pid));
  }

  boolean stopped() {
    return state == 'T';
  }
}
