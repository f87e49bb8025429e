package dev.hookline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.CliFailure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HistoryCheckTest {

  private static final Set<String> SENT = Set.of("a", "b", "bad");
  private static final Set<String> OK = Set.of("a", "b");
  private static final Set<String> REFUSED = Set.of("bad");

  @Test
  void everyAcknowledgedDeliveryOnceIsGood() {
    assertThat(HistoryCheck.compare(SENT, OK, REFUSED, Map.of("a", 1, "b", 1)).good()).isTrue();
  }

  @Test
  void anAcknowledgedDeliveryWithoutARowIsLost() {
    HistoryCheck check = HistoryCheck.compare(SENT, OK, REFUSED, Map.of("a", 1));

    assertThat(check.lost()).containsExactly("b");
    assertThat(check.good()).isFalse();
  }

  @Test
  void aRowThatNobodySentOrThatWasRefusedIsInvented() {
    HistoryCheck check =
        HistoryCheck.compare(SENT, OK, REFUSED, Map.of("a", 1, "b", 1, "bad", 1, "x", 1));

    assertThat(check.invented()).containsExactlyInAnyOrder("bad", "x");
    assertThat(check.good()).isFalse();
  }

  @Test
  void aDeliveryWithTwoRowsIsDoubled() {
    HistoryCheck check = HistoryCheck.compare(SENT, OK, REFUSED, Map.of("a", 2, "b", 1));

    assertThat(check.doubled()).containsExactly("a");
    assertThat(check.good()).isFalse();
  }

  @Test
  void aDeliveryWithAnUnknownOutcomeMayBeARowOrNot() {
    Set<String> sent = Set.of("a", "timeout");

    assertThat(HistoryCheck.compare(sent, Set.of("a"), Set.of(), Map.of("a", 1)).good()).isTrue();
    assertThat(
            HistoryCheck.compare(sent, Set.of("a"), Set.of(), Map.of("a", 1, "timeout", 1)).good())
        .isTrue();
  }

  /** A job that was down while the audit waited has lost nothing. */
  @Test
  void whatIsMissingDecidesNothingBeforeTheAuditDoesAndWhatIsTooMuchDoes() {
    List<String> one = List.of("acme:github:1");
    HistoryCheck good = new HistoryCheck(List.of(), List.of(), List.of());
    HistoryCheck lost = new HistoryCheck(one, List.of(), List.of());
    HistoryCheck doubled = new HistoryCheck(one, List.of(), one);
    HistoryCheck invented = new HistoryCheck(List.of(), one, List.of());
    assertThat(good.exitCode(CliFailure.GOOD)).isEqualTo(CliFailure.GOOD);
    assertThat(good.exitCode(CliFailure.WRONG)).isEqualTo(CliFailure.WRONG);
    assertThat(good.exitCode(CliFailure.UNDECIDED)).isEqualTo(CliFailure.UNDECIDED);
    assertThat(lost.exitCode(CliFailure.GOOD)).isEqualTo(CliFailure.WRONG);
    assertThat(lost.exitCode(CliFailure.UNDECIDED)).isEqualTo(CliFailure.UNDECIDED);
    assertThat(doubled.exitCode(CliFailure.UNDECIDED)).isEqualTo(CliFailure.WRONG);
    assertThat(invented.exitCode(CliFailure.UNDECIDED)).isEqualTo(CliFailure.WRONG);
  }
}
