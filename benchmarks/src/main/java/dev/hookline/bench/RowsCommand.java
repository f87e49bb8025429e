package dev.hookline.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.bench.serialise.SerialisationBench;
import dev.hookline.bench.serialise.SerialisationReport;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline bench rows}. */
@Command(
    name = "rows",
    description = "Rows a second, and bytes allocated a row, of serialisation alone.",
    mixinStandardHelpOptions = true)
final class RowsCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws RunnerException, JsonProcessingException {
    SerialisationReport report = SerialisationBench.run();
    if (json) {
      spec.commandLine().getOut().println(new ObjectMapper().writeValueAsString(report));
    } else {
      report.text().forEach(spec.commandLine().getOut()::println);
    }
    return report.met() ? 0 : 1;
  }
}
