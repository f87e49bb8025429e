package dev.hookline.bench.serialise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link RowSerialisation} with the profiler that counts allocated bytes. */
public final class SerialisationBench {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private SerialisationBench() {}

  /** Runs it; takes about a minute. */
  public static SerialisationReport run() throws RunnerException {
    List<SerialisationReport.Line> lines = new ArrayList<>();
    for (RunResult result :
        new Runner(
                new OptionsBuilder()
                    .include(RowSerialisation.class.getName() + ".*")
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true)
                    .build())
            .run()) {
      lines.add(
          new SerialisationReport.Line(
              result.getPrimaryResult().getLabel(),
              Math.round(result.getPrimaryResult().getScore()),
              Math.round(allocated(result))));
    }
    return SerialisationReport.of(lines);
  }

  @SuppressWarnings("rawtypes") // JMH gives them so
  private static double allocated(RunResult run) {
    for (Map.Entry<String, Result> entry : run.getSecondaryResults().entrySet()) {
      if (entry.getKey().endsWith(ALLOCATED)) {
        return entry.getValue().getScore();
      }
    }
    throw new IllegalStateException("no " + ALLOCATED + " in the result");
  }
}
