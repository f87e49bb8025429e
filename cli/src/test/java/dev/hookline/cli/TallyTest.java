package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.delivery.Answer;
import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  void theReasonOfAProblemIsItsDetailAndOfAnythingElseWhatWasSaid() {
    assertThat(
            Tally.reason(
                new Answer.Answered(
                    401,
                    "{\"type\":\"urn:hookline:problem:signature\",\"status\":401,\"detail\":\"it is another's\"}")))
        .isEqualTo("it is another's");
    assertThat(Tally.reason(new Answer.Answered(502, " Bad gateway\n"))).isEqualTo("Bad gateway");
    assertThat(Tally.reason(new Answer.Answered(500, ""))).isEmpty();
    assertThat(Tally.reason(new Answer.Answered(500, "{\"error\":1}"))).isEqualTo("{\"error\":1}");
    assertThat(Tally.reason(new Answer.Unknown("http://g: no connection")))
        .isEqualTo("no answer of http://g: no connection");
  }
}
