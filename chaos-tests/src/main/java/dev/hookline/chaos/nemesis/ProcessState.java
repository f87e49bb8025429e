package dev.hookline.chaos.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
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
