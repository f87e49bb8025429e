package dev.hookline.chaos.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.audit.AuditMutants;
import dev.hookline.chaos.mutants.gateway.GatewayMutants;
import dev.hookline.chaos.mutants.job.JobMutants;
import dev.hookline.chaos.mutants.lab.LabLease;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each wrong gateway, job and audit is caught by all checkers that are named for it, and the right
 * version beside it is green.
 */
class LabMutantsTest {

  private static final long SEED = 1;

  @TempDir static Path folder;

  private static LabLease lease;

  @BeforeAll
  static void openTheLab() {
    lease = LabLease.open(folder);
  }

  @AfterAll
  static void closeTheLab() {
    lease.close();
  }

  @TestFactory
  Stream<DynamicTest> gateways() {
    return tests(GatewayMutants.all());
  }

  @TestFactory
  Stream<DynamicTest> jobs() {
    return tests(JobMutants.all());
  }

  @TestFactory
  Stream<DynamicTest> audits() {
    return tests(AuditMutants.all());
  }

  private static Stream<DynamicTest> tests(List<ControlledMutant> mutants) {
    return mutants.stream()
        .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> isCaught(mutant)));
  }

  private static void isCaught(ControlledMutant mutant) throws Exception {
    assertThat(mutant.control(SEED, folder)).as("the right version under the same fault").isEmpty();
    assertThat(mutant.run(SEED, folder))
        .as("what the checkers say of %s", mutant.name())
        .extracting(Violation::checker)
        .containsAll(mutant.caughtBy());
  }
}
