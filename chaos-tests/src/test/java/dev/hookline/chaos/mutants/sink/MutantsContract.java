package dev.hookline.chaos.mutants.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ClickHouseLease;
import dev.hookline.chaos.mutants.ControlledMutant;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each wrong version is caught by all checkers that are named for it, and the right one by none.
 */
abstract class MutantsContract {
  private static final long SEED = 1;

  @TempDir static Path folder;

  private static ClickHouseLease lease;

  @BeforeAll
  static void startTheServer() {
    lease = ClickHouseLease.open(folder);
  }

  @AfterAll
  static void stopTheServer() {
    lease.close();
  }

  abstract List<ControlledMutant> mutants();

  @TestFactory
  Stream<DynamicTest> isCaught() {
    return mutants().stream()
        .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> isCaught(mutant)));
  }

  @TestFactory
  Stream<DynamicTest> theRightVersionIsNot() {
    return mutants().stream()
        .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> theRightVersionIsNot(mutant)));
  }

  private static void isCaught(ControlledMutant mutant) throws Exception {
    assertThat(mutant.run(SEED, folder))
        .as("what the checkers found of %s", mutant.name())
        .extracting(Violation::checker)
        .containsAll(mutant.caughtBy());
  }

  private static void theRightVersionIsNot(ControlledMutant mutant) throws Exception {
    assertThat(mutant.control(SEED, folder))
        .as("what they found of the right version in place of %s", mutant.name())
        .isEmpty();
  }
}
