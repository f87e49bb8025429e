package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The file that becomes .env. */
class EnvExampleTest {

  /** Those that docker-compose itself reads. */
  private static final Set<String> ITS_OWN =
      Set.of("COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES", "COMPOSE_HTTP_TIMEOUT");

  private static final String EXAMPLE =
      ComposeFile.text(ComposeFile.FOLDER.resolve(".env.example"));

  /** Without a name of its own each checkout's is the folder's, and all have the same volumes. */
  @Test
  void theProjectHasAName() {
    assertThat(EXAMPLE).contains("\nCOMPOSE_PROJECT_NAME=hookline\n");
  }

  /** Of six containers that an engine on vfs made at once, one took longer than a minute. */
  @Test
  void anEngineHasLongerThanAMinuteForAContainer() {
    assertThat(EXAMPLE).contains("\nCOMPOSE_HTTP_TIMEOUT=300\n");
  }

  /** A name that is taken out of its comment and that nothing reads would change nothing. */
  @Test
  void everyNameIsReadBySomething() {
    List<String> names =
        Pattern.compile("(?m)^#?([A-Z_]+)=")
            .matcher(EXAMPLE)
            .results()
            .map((MatchResult name) -> name.group(1))
            .toList();
    Set<String> read = new TreeSet<>(ComposeFile.variablesUnset().keySet());
    read.addAll(ITS_OWN);
    assertThat(names).hasSizeGreaterThan(15).isSubsetOf(read).doesNotHaveDuplicates();
  }
}
