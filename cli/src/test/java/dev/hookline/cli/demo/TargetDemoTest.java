package dev.hookline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.CliFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetDemoTest {

  @Test
  void theAuditDecidesUnlessTheSenderKnowsBetter() {
    HistoryCheck good = new HistoryCheck(List.of(), List.of(), List.of());
    HistoryCheck lost = new HistoryCheck(List.of("acme:github:1"), List.of(), List.of());
    assertThat(TargetDemo.exitCode(good, CliFailure.GOOD)).isEqualTo(CliFailure.GOOD);
    assertThat(TargetDemo.exitCode(good, CliFailure.UNDECIDED)).isEqualTo(CliFailure.UNDECIDED);
    assertThat(TargetDemo.exitCode(lost, CliFailure.GOOD)).isEqualTo(CliFailure.WRONG);
    assertThat(TargetDemo.exitCode(lost, CliFailure.UNDECIDED)).isEqualTo(CliFailure.WRONG);
  }
}
