package dev.hookline.cli.audit;

import java.io.IOException;
import java.util.Map;

/** What tells from outside how far the job is. */
interface JobProgress {

  /**
   * What the job's source has committed for its group: the offset of the next record to read, by
   * partition; a partition without a commit is missing.
   */
  Map<Integer, Long> committedOffsets() throws IOException;

  /** How many checkpoints the present JobManager has seen completed; starts anew with it. */
  long completedCheckpoints() throws IOException;

  /** How much is there inside the cut, as a text to be compared. */
  String counts() throws IOException;
}
