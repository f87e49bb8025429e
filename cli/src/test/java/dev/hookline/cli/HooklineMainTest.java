package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HooklineMainTest {

  @TempDir private Path home;

  @Test
  void anUnknownOptionIsOneLineAndExitCodeTwo() {
    CommandRun run = CommandRun.of(home, "status", "--jsn");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("hookline: ").contains("--jsn").doesNotContain("\tat ");
  }

  @Test
  void withoutACommandTheUsageNamesAll() {
    CommandRun run = CommandRun.of(home);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("up", "down", "status", "send", "query", "migrate", "logs", "Exit codes");
  }

  @Test
  void everyCommandHasHelp() {
    for (String command : List.of("up", "down", "status", "send", "query", "migrate", "logs")) {
      CommandRun run = CommandRun.of(home, command, "--help");
      assertThat(run.exitCode()).as(command).isZero();
      assertThat(run.out()).as(command).contains("Usage: hookline " + command);
    }
  }

  @Test
  void aCommandThatNeedsAStackSaysHowToStartOne() {
    for (List<String> command :
        List.of(List.of("query", "SELECT 1"), List.of("migrate"), List.of("migrate", "--json"))) {
      CommandRun run = CommandRun.of(home, command.toArray(String[]::new));
      assertThat(run.exitCode()).as("%s", command).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err().lines().toList())
          .singleElement()
          .asString()
          .startsWith("hookline: no stack is up in " + home)
          .contains("./hookline up --detach");
    }
  }

  @Test
  void aCommandThatNeedsAStackNamesEveryVariableThatWouldDo() {
    assertThat(CommandRun.of(home, "migrate").err())
        .contains("set HOOKLINE_CLICKHOUSE and HOOKLINE_KAFKA to the addresses");
    assertThat(CommandRun.of(home, Map.of("HOOKLINE_KAFKA", "k:9092"), "audit").err())
        .contains("set HOOKLINE_FLINK and HOOKLINE_CLICKHOUSE to");
  }

  @Test
  void anAddressThatIsNoneIsNamedByItsVariable() {
    CommandRun query =
        CommandRun.of(home, Map.of("HOOKLINE_CLICKHOUSE", "nonsense"), "query", "SELECT 1");
    assertThat(query.exitCode()).isEqualTo(2);
    assertThat(query.err()).contains("HOOKLINE_CLICKHOUSE", "http://", "'nonsense'");
    Map<String, String> both =
        Map.of("HOOKLINE_KAFKA", "nonsense", "HOOKLINE_FLINK", "f", "HOOKLINE_CLICKHOUSE", "c");
    assertThat(CommandRun.of(home, both, "audit").err())
        .contains("HOOKLINE_KAFKA", "host:port", "'nonsense'");
  }

  @Test
  void aStackTraceIsShownOnlyWhenAskedFor() {
    assertThat(CommandRun.of(home, "query", "SELECT 1").err()).doesNotContain("\tat ");
    assertThat(CommandRun.of(home, "--verbose", "query", "SELECT 1").err()).contains("\tat ");
    assertThat(CommandRun.of(home, "query", "SELECT 1", "--verbose").err()).contains("\tat ");
  }

  @Test
  void downWithoutAStackIsGoodAndSaysSo() throws Exception {
    CommandRun run = CommandRun.of(home, "down", "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.json().toString()).isEqualTo("{\"stopped\":[],\"left\":[]}");
    assertThat(run.err()).contains("nothing was up");
  }

  @Test
  void statusWithoutAStackListsEveryPartAsDown() throws Exception {
    CommandRun run = CommandRun.of(home, "status", "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().path("parts").findValuesAsText("name"))
        .containsExactly("gateway", "admin", "kafka", "redis", "zookeeper", "flink", "clickhouse");
    assertThat(run.json().path("parts").findValuesAsText("state")).containsOnly("down");
    assertThat(run.json().path("processes")).isEmpty();
    assertThat(run.json().path("lag_records").isNull()).isTrue();
    assertThat(run.json().path("lag_seconds").isNull()).isTrue();
    assertThat(run.json().path("last_checkpoint_age_seconds").isNull()).isTrue();
  }

  @Test
  void statusWithoutAStackIsOneLine() {
    CommandRun run = CommandRun.of(home, "status");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines().toList())
        .singleElement()
        .asString()
        .startsWith("no stack is up in " + home);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aStateFileThatIsNoneIsNamed() throws Exception {
    Files.writeString(home.resolve("state.json"), "{");
    CommandRun run = CommandRun.of(home, "status");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("state.json is not a state file").doesNotContain("\tat ");
  }

  @Test
  void upNamesThePartOfAPortThatDoesNotExist() {
    CommandRun run = CommandRun.of(home, "up", "--port", "kafak=1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no part 'kafak'");
  }

  @Test
  void upNamesWhatIsMissingInTheBuild() {
    CommandRun run = CommandRun.of(home, "up");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is missing");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void logsNameThePartsThatThereAre() throws Exception {
    assertThat(CommandRun.of(home, "logs", "kafka").err()).contains("no stack was started there");
    Files.createDirectories(home.resolve("logs"));
    Files.writeString(home.resolve("logs/kafka.log"), "one\ntwo\nthree\n");
    assertThat(CommandRun.of(home, "logs", "kafka", "-n", "2").out()).isEqualTo("two\nthree\n");
    CommandRun unknown = CommandRun.of(home, "logs", "kafak");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("[kafka]");
    assertThat(CommandRun.of(home, "logs", "supervisor").err()).contains("up --detach");
    assertThat(CommandRun.of(home, "logs", "--help").out())
        .contains("flink-jobmanager", "flink-tm-1", "supervisor")
        .doesNotContain("taskmanager");
  }
}
