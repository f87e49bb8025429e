package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Source;
import dev.hookline.jobs.normalise.Bodies.Example;
import dev.hookline.jobs.normalise.github.GithubEntities;
import dev.hookline.jobs.normalise.github.GithubEventTimes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every body that GitHub has published as an example. */
class GithubExamplesTest {

  private static List<Example> examples;
  private static List<NormalizedEvent> events;

  @BeforeAll
  static void readExamples() {
    examples = Bodies.githubExamples();
    events =
        examples.stream()
            .map(e -> Bodies.normalise(Source.GITHUB, e.eventType(), e.bytes()))
            .toList();
  }

  @Test
  void makesARowOfEveryExample() {
    assertThat(events).hasSize(329);
    assertThat(events).allSatisfy(event -> assertThat(event.payload().body()).isNotNull());
  }

  @Test
  void hasALineInTheEventTimeTableForEveryType() {
    Set<String> published =
        examples.stream().map(Example::eventType).collect(Collectors.toCollection(TreeSet::new));
    Set<String> known =
        GithubEventTimes.TABLE.rules().stream()
            .map(EventTimeRule::eventType)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(published).hasSize(58);
    assertThat(known).isEqualTo(published);
  }

  @Test
  void takesTheTimeOfReceiptOnlyForTypesWithoutATimeOfTheirOwn() {
    Map<String, Long> received =
        events.stream()
            .filter(event -> event.time().source() == EventTimeSource.RECEIVED)
            .collect(
                Collectors.groupingBy(
                    event -> event.delivery().eventType(), TreeMap::new, Collectors.counting()));

    assertThat(received)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("create", 5L),
                Map.entry("delete", 4L),
                Map.entry("fork", 3L),
                Map.entry("github_app_authorization", 2L),
                Map.entry("gollum", 3L),
                Map.entry("installation", 7L),
                Map.entry("installation_repositories", 3L),
                Map.entry("label", 6L),
                Map.entry("member", 4L),
                Map.entry("membership", 5L),
                Map.entry("org_block", 4L),
                Map.entry("organization", 4L),
                Map.entry("public", 3L),
                Map.entry("push", 4L),
                Map.entry("repository", 13L),
                Map.entry("repository_dispatch", 2L),
                Map.entry("repository_import", 2L),
                Map.entry("star", 1L),
                Map.entry("team", 6L),
                Map.entry("team_add", 3L),
                Map.entry("watch", 3L),
                Map.entry("workflow_dispatch", 2L)));
    assertThat(received.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(89);
  }

  @Test
  void findsTheEntityOfEveryTypeThatHasOne() {
    Set<String> withLine =
        GithubEntities.TABLE.rules().stream()
            .map(EntityRule::eventType)
            .collect(Collectors.toSet());
    Map<String, Long> missing =
        events.stream()
            .filter(event -> withLine.contains(event.delivery().eventType()))
            .filter(event -> event.subject().entityId().isEmpty())
            .collect(
                Collectors.groupingBy(
                    event -> event.delivery().eventType(), TreeMap::new, Collectors.counting()));

    assertThat(missing).isEmpty();
  }

  @Test
  void namesAnActorAndARepositoryWhereTheBodyDoes() {
    for (int i = 0; i < examples.size(); i++) {
      NormalizedEvent event = events.get(i);
      assertThat(event.subject().actor().kind() != ActorKind.NONE)
          .isEqualTo(examples.get(i).body().has("sender"));
      assertThat(event.subject().repoId())
          .isEqualTo(examples.get(i).body().path("repository").path("id").asLong());
    }
  }

  @Test
  void countsOnlyWhatTheDefinitionsName() {
    Map<String, Long> counts = new TreeMap<>();
    events.forEach(
        event ->
            event
                .credit()
                .contributions()
                .forEach((metric, value) -> counts.merge(metric.column(), value, Long::sum)));

    assertThat(counts)
        .isEqualTo(
            Map.of(
                "pr_opened", 4L,
                "pr_closed_unmerged", 2L,
                "reviews", 3L,
                "review_comments", 3L,
                "issues_created", 4L));
  }
}
