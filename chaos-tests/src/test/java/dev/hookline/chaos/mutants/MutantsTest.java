package dev.hookline.chaos.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Checker;
import dev.hookline.chaos.checker.Checkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Of the list of mutants, without running one. */
class MutantsTest {

  @Test
  void eachHasANameOfItsOwn() {
    assertThat(Mutants.all()).isNotEmpty().extracting(Mutant::name).doesNotHaveDuplicates();
  }

  @Test
  void eachNamesCheckersThatThereAre() {
    List<String> checkers = Checkers.all().stream().map(Checker::name).toList();
    assertThat(Mutants.all())
        .allSatisfy(
            mutant ->
                assertThat(mutant.caughtBy())
                    .as(mutant.name())
                    .isNotEmpty()
                    .doesNotHaveDuplicates()
                    .isSubsetOf(checkers));
  }

  @Test
  void theDocumentsTablesListExactlyThese() throws IOException {
    String document =
        Files.readString(Path.of(System.getProperty("hookline.root"), "docs", "chaos.md"));
    List<String> listed =
        Pattern.compile(
                "^\\| `([a-z0-9-]+)` \\|.*\\| ([A-Za-z]+(?:, [A-Za-z]+)*) \\|$", Pattern.MULTILINE)
            .matcher(document.substring(document.indexOf("## Mutants")))
            .results()
            .map(row -> row.group(1) + " by " + row.group(2))
            .toList();
    assertThat(listed)
        .containsExactlyElementsOf(
            Mutants.all().stream()
                .map(mutant -> mutant.name() + " by " + String.join(", ", mutant.caughtBy()))
                .toList());
  }
}
