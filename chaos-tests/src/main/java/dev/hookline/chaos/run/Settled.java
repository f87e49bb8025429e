package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.cli.audit.JobProgress;
import dev.hookline.cli.audit.Settling;
import dev.hookline.cli.audit.Waiting;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.SourcePosition;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Waits, as the audit does, until whatever was to come of the log has come. */
final class Settled {

  /** The period after which a changed hour is written, the flush's, and some of each. */
  private static final Duration FIRING_AND_FLUSH = Duration.ofSeconds(8);

  private static final String COUNTS =
      "SELECT (SELECT count() FROM normalized_events), (SELECT count() FROM"
          + " employee_metrics_hourly), (SELECT count() FROM rejected_events), (SELECT count() FROM"
          + " events_by_hour)";

  private final ChaosStack stack;

  Settled(ChaosStack stack) {
    this.stack = stack;
  }

  /**
   * Waits.
   *
   * @param bound how long at most
   * @return empty when settled; else what was missing
   * @throws IOException when Kafka does not say where the log ends
   */
  Optional<String> await(Duration bound) throws IOException, InterruptedException {
    Settling settling = new Settling(new Parts(), Waiting.REAL, FIRING_AND_FLUSH, step -> {});
    return settling.await(stack.log().now(), bound)
        ? Optional.empty()
        : Optional.of(settling.reason());
  }

  private final class Parts implements JobProgress {

    @Override
    public Map<Integer, Long> committedOffsets() throws IOException {
      return stack.log().committed(SourcePosition.GROUP);
    }

    @Override
    public long completedCheckpoints() throws IOException {
      Optional<FlinkRest.Job> job = stack.flink().job();
      if (job.isEmpty()) {
        throw new IOException("Flink runs no job");
      }
      return stack.flink().checkpoints(job.get().id()).completed();
    }

    @Override
    public String counts() throws IOException {
      try {
        return stack.sql().text(COUNTS, "TSV").strip();
      } catch (dev.hookline.cli.CliFailure e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }
}
