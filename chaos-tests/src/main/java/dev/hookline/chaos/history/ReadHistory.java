package dev.hookline.chaos.history;

import java.util.List;
import java.util.Map;

/**
 * What was in one or more files of history.
 *
 * @param history the intents and operations of all of them
 * @param faults the faults' fields, in the order of the files
 * @param cutLines last lines that end in their middle, as a killed writer leaves them: at most one
 *     a file
 */
public record ReadHistory(History history, List<Map<String, Object>> faults, int cutLines) {

  /** Copies the faults. */
  public ReadHistory {
    faults = List.copyOf(faults);
  }
}
