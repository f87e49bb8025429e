package dev.hookline.cli;

import dev.hookline.cli.stack.Credentials;
import dev.hookline.cli.stack.Endpoints;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hookline query}. */
@Command(
    name = "query",
    description = "Run one statement in ClickHouse as the analyst, who can only read.",
    footer = {"", "Read the views, whose names begin with v_: hookline query 'SHOW TABLES'."},
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(paramLabel = "SQL", description = "The statement.")
  private String sql;

  @Option(
      names = "--format",
      defaultValue = "PrettyCompactMonoBlock",
      description = "ClickHouse's name of the output format; ${DEFAULT-VALUE} unless given.")
  private String format;

  QueryCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    Console console = surroundings.console(false);
    Credentials credentials = Credentials.of(surroundings.environment());
    try (InputStream answer = run(console, credentials)) {
      answer.transferTo(surroundings.out());
      surroundings.out().flush();
    }
    return CliFailure.GOOD;
  }

  private InputStream run(Console console, Credentials credentials) {
    try (Progress progress = console.progress("querying")) {
      progress.at("ClickHouse");
      return credentials.analyst(Endpoints.find(surroundings)).run(sql, format);
    }
  }
}
