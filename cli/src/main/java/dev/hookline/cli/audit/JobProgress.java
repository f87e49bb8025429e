package dev.hookline.cli.audit;

import java.io.IOException;
import java.util.Map;

/** What tells from outside how far the job is. */
public interface JobProgress {

  /**
   * What the job's source has committed for its group.
   *
   * @return the offset of the next record to read, by partition; one without a commit is missing
   * @throws IOException when nobody answers
   */
  Map<Integer, Long> committedOffsets() throws IOException;

  /**
   * How many checkpoints the present JobManager has seen completed; starts anew with it.
   *
   * @return 0 or more
   * @throws IOException when nobody answers
   */
  long completedCheckpoints() throws IOException;

  /**
   * How much is there inside the cut.
   *
   * @return a text to be compared
   * @throws IOException when nobody answers
   */
  String counts() throws IOException;
}
