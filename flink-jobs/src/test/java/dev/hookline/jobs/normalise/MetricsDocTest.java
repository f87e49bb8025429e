package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.normalise.github.GithubEntities;
import dev.hookline.jobs.normalise.github.GithubEventTimes;
import dev.hookline.jobs.normalise.jira.JiraEntities;
import dev.hookline.jobs.normalise.jira.JiraEventTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the tables of docs/metrics.md against the code. */
class MetricsDocTest {

  private static final Path DOC =
      Path.of(System.getProperty("hookline.root", ".."), "docs/metrics.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void listsGithubsEventTimesAsTheCodeDoes() throws IOException {
    assertThat(eventTimes("### GitHub event times")).isEqualTo(GithubEventTimes.TABLE.rules());
  }

  @Test
  void listsJirasEventTimesAsTheCodeDoes() throws IOException {
    assertThat(eventTimes("### Jira event times")).isEqualTo(JiraEventTimes.TABLE.rules());
  }

  @Test
  void listsGithubsEntitiesAsTheCodeDoes() throws IOException {
    assertThat(entities("### GitHub entities")).isEqualTo(GithubEntities.TABLE.rules());
  }

  @Test
  void listsJirasEntitiesAsTheCodeDoes() throws IOException {
    assertThat(entities("### Jira entities")).isEqualTo(JiraEntities.TABLE.rules());
  }

  @Test
  void definesEveryMetric() throws IOException {
    assertThat(rows("## The metrics").map(cells -> code(cells.get(0)).get(0)))
        .containsExactlyElementsOf(Arrays.stream(Metric.values()).map(Metric::column).toList());
  }

  @Test
  void explainsEveryActorKindAndEveryTimeSource() throws IOException {
    assertThat(rows("## Who is credited").map(cells -> code(cells.get(0)).get(0)))
        .containsExactlyElementsOf(
            Arrays.stream(ActorKind.values()).map(ActorKind::wireName).toList());
    assertThat(rows("## When an event happened").map(cells -> code(cells.get(0)).get(0)))
        .containsExactlyElementsOf(
            Arrays.stream(EventTimeSource.values()).map(EventTimeSource::wireName).toList());
  }

  private static List<EventTimeRule> eventTimes(String heading) throws IOException {
    return rows(heading)
        .map(
            cells ->
                new EventTimeRule(
                    cells.get(0).equals("any other")
                        ? EventTimeRule.ANY
                        : code(cells.get(0)).get(0),
                    cells.get(1),
                    code(cells.get(2))))
        .toList();
  }

  private static List<EntityRule> entities(String heading) throws IOException {
    return rows(heading)
        .map(
            cells ->
                new EntityRule(
                    code(cells.get(0)).get(0), code(cells.get(1)).get(0), code(cells.get(2))))
        .toList();
  }

  /** The cells of the first table below a heading, without its two header lines. */
  private static Stream<List<String>> rows(String heading) throws IOException {
    return Files.readAllLines(DOC).stream()
        .dropWhile(line -> !line.equals(heading))
        .dropWhile(line -> !line.startsWith("|"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .map(
            line ->
                Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                    .map(String::strip)
                    .toList());
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map((MatchResult match) -> match.group(1)).toList();
  }
}
