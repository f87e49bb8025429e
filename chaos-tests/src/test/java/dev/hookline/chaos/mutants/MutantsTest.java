package dev.hookline.chaos.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Checker;
import dev.hookline.chaos.checker.Checkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of the list of mutants, without running one. */
class MutantsTest {

  @Test
  void eachHasANameOfItsOwn() {
    assertThat(Mutants.all()).isNotEmpty().extracting(Mutant::name).doesNotHaveDuplicates();
  }

  @Test
  void eachNamesACheckerThatThereIs() {
    List<String> checkers = Checkers.all().stream().map(Checker::name).toList();
    assertThat(Mutants.all()).extracting(ControlledMutant::caughtBy).isSubsetOf(checkers);
  }

  @Test
  void eachIsInTheDocument() throws IOException {
    String document =
        Files.readString(Path.of(System.getProperty("hookline.root"), "docs", "chaos.md"));
    assertThat(Mutants.all())
        .extracting(Mutant::name)
        .allSatisfy(name -> assertThat(document).contains("| `" + name + "` |"));
  }
}
