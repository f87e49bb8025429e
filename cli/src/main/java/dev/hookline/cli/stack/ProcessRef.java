package dev.hookline.cli.stack;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that can be told from another one that was given the same id later: its id and the time
 * of its start, as Linux counts it in {@code /proc/<pid>/stat} (proc(5), field 22).
 *
 * @param pid the process id
 * @param startTicks clock ticks from the machine's start to the process's
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ProcessRef(long pid, long startTicks) {

  private static final int STATE_FIELD = 0;
  private static final int START_FIELD = 19;

  /**
   * The process that has the id now.
   *
   * @param pid a process id
   * @return the process, or empty when there is none or it has ended and only waits to be reaped
   */
  public static Optional<ProcessRef> of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The second field is the program's name in brackets and may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      if (fields[STATE_FIELD].equals("Z") || fields[STATE_FIELD].equals("X")) {
        return Optional.empty();
      }
      return Optional.of(new ProcessRef(pid, Long.parseLong(fields[START_FIELD])));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * This very process.
   *
   * @return never null
   * @throws IllegalStateException where there is no {@code /proc}
   */
  public static ProcessRef self() {
    long pid = ProcessHandle.current().pid();
    return of(pid).orElseThrow(() -> new IllegalStateException("no /proc/" + pid + "/stat here"));
  }

  /**
   * Whether this process runs.
   *
   * @return false also when its id belongs to another one by now
   */
  @JsonIgnore
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /**
   * A handle for signals.
   *
   * @return the handle, or empty when the process has ended
   */
  Optional<ProcessHandle> handle() {
    return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
  }
}
