package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hookline.contract.Source;
import dev.hookline.jobs.normalise.Bodies.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Further Jira bodies, where a folder of them lies beside the project. */
class JiraConformanceTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("hookline.root", ".."), "../shared/fixtures/jira").normalize();

  @Test
  void makesARowWithTheBodysOwnTimeOfEveryBody() throws IOException {
    Map<String, String> counts = new TreeMap<>();
    for (Map.Entry<String, Example> body : bodies().entrySet()) {
      Example example = body.getValue();
      NormalizedEvent event = Bodies.normalise(Source.JIRA, example.eventType(), example.bytes());

      assertThat(event.time().source()).as(body.getKey()).isEqualTo(EventTimeSource.PAYLOAD);
      assertThat(event.subject().entityId()).as(body.getKey()).startsWith("issue:");
      assertThat(event.subject().actor().kind()).as(body.getKey()).isEqualTo(ActorKind.HUMAN);
      if (!event.credit().contributions().isEmpty()) {
        counts.put(body.getKey(), Bodies.counts(event) + " " + event.credit().personId());
      }
    }

    assertThat(counts.values())
        .allSatisfy(text -> assertThat(text).matches("issues_(created|resolved)=1 \\S+"));
    assertThat(counts.keySet())
        .allSatisfy(name -> assertThat(name).containsPattern("issue-created|resolved"));
    assertThat(counts).hasSizeGreaterThanOrEqualTo(6);
  }

  private static Map<String, Example> bodies() throws IOException {
    assumeTrue(Files.isDirectory(FOLDER), "no folder of further Jira bodies at " + FOLDER);
    return Bodies.jiraBodies(FOLDER);
  }
}
