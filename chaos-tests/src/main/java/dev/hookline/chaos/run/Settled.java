package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.Log;
import dev.hookline.cli.audit.JobProgress;
import dev.hookline.cli.audit.Settling;
import dev.hookline.cli.audit.Waiting;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.SourcePosition;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits, as the audit does, until whatever was to come of the log has come. */
final class Settled {

  /** The period after which a changed hour is written, the flush's, and some of each. */
  private static final Duration FIRING_AND_FLUSH = Duration.ofSeconds(8);

  private static final String COUNTS =
      "SELECT (SELECT count() FROM normalized_events), (SELECT count() FROM"
          + " employee_metrics_hourly), (SELECT count() FROM rejected_events), (SELECT count() FROM"
          + " events_by_hour)";

  private final Offsets log;
  private final FlinkRest flink;
  private final Supplier<ClickHouseHttp> sql;
  private final Waiting waiting;

  /** The main topic, as {@link Log} shows it. */
  interface Offsets {
    LogCut now() throws IOException;

    Map<Integer, Long> committed(String group) throws IOException;
  }

  Settled(ChaosStack stack) {
    this(offsets(stack.log()), stack.flink(), stack::sql, Waiting.REAL);
  }

  /**
   * @param waiting the time
   */
  Settled(Offsets log, FlinkRest flink, Supplier<ClickHouseHttp> sql, Waiting waiting) {
    this.log = log;
    this.flink = flink;
    this.sql = sql;
    this.waiting = waiting;
  }

  private static Offsets offsets(Log log) {
    return new Offsets() {
      @Override
      public LogCut now() throws IOException {
        return log.now();
      }

      @Override
      public Map<Integer, Long> committed(String group) throws IOException {
        return log.committed(group);
      }
    };
  }

  /**
   * Waits.
   *
   * @param bound how long at most
   * @return empty when settled; else what was missing
   * @throws IOException when Kafka does not say where the log ends
   */
  Optional<String> await(Duration bound) throws IOException, InterruptedException {
    Settling settling = new Settling(new Parts(), waiting, FIRING_AND_FLUSH, step -> {});
    return settling.await(log.now(), bound) ? Optional.empty() : Optional.of(settling.reason());
  }

  private final class Parts implements JobProgress {

    @Override
    public Map<Integer, Long> committedOffsets() throws IOException {
      return log.committed(SourcePosition.GROUP);
    }

    @Override
    public long completedCheckpoints() throws IOException {
      Optional<FlinkRest.Job> job = flink.job();
      if (job.isEmpty()) {
        throw new IOException("Flink runs no job");
      }
      return flink.checkpoints(job.get().id()).completed();
    }

    @Override
    public String counts() throws IOException {
      try {
        return sql.get().text(COUNTS, "TSV").strip();
      } catch (dev.hookline.cli.CliFailure e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }
}
