package dev.hookline.devstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processes that may be nobody's children any more, as the system's table has them. */
public final class ProcessStates {
  private ProcessStates() {}

  /** Whether it is there and has not ended: one whose end nobody has asked for yet has. */
  public static boolean runs(long pid) {
    char state = of(pid);
    return state != 'Z' && state != '-';
  }

  /** The letter of its state; {@code -} when it is gone. */
  static char of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return '-';
    }
  }
}
