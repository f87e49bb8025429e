package dev.hookline.devstack.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a request and of its answer, however they are cut into pieces. */
class RequestWatchTest {
  private static final String REQUEST = "POST /victim HTTP/1.1\r\nHost: x\r\n\r\nabc";
  private static final String DONE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String FAILED = "HTTP/1.1 500 No\r\nX-code: 243\r\n\r\nno";

  private final List<OneTimeFault> faults = new ArrayList<>();
  private final List<AnswerWatch> watches = new ArrayList<>();
  private final RequestWatch watch =
      new RequestWatch(
          new RequestWatch.Plans() {
            @Override
            public OneTimeFault fault(String head) {
              return faults.stream().filter(fault -> fault.claim(head)).findFirst().orElse(null);
            }

            @Override
            public RequestHold hold(String head) {
              return null;
            }

            @Override
            public List<AnswerWatch> watches(String head) {
              return watches.stream().filter(one -> one.concerns(head)).toList();
            }
          });

  @Test
  void anAnswerIsLostOnlyIfItSaysThatTheRequestWasDone() {
    OneTimeFault fault = swallow();

    assertThat(request()).isTrue();
    assertThat(answer(FAILED)).as("the server has done nothing").contains(FAILED);
    assertThat(fault.bit()).isFalse();

    assertThat(request()).isTrue();
    assertThat(answer(DONE)).isEmpty();
    assertThat(fault.bit()).isTrue();
  }

  @Test
  void whetherAnAnswerIsLostIsDecidedWhenItsStatusIsThere() {
    OneTimeFault fault = swallow();
    request();

    StringBuilder passed = new StringBuilder();
    for (int i = 0; i < FAILED.length(); i++) {
      passed.append(answer(FAILED.substring(i, i + 1)).orElseThrow());
    }
    assertThat(passed).as("nothing is missing").hasToString(FAILED);

    request();
    assertThat(answer(DONE.substring(0, 11))).as("kept until it is known").contains("");
    assertThat(answer(DONE.substring(11))).isEmpty();
    assertThat(fault.bit()).isTrue();
  }

  @Test
  void aFaultThatIsDisarmedWhileARequestHasItSparesTheRequest() {
    OneTimeFault swallowing = swallow();
    request();
    swallowing.disarm();
    assertThat(answer(DONE)).contains(DONE);

    OneTimeFault cutting = OneTimeFault.cutBody("/victim", 4);
    faults.add(cutting);
    request();
    cutting.disarm();
    assertThat(watch.request(new byte[10], 10)).isEqualTo(10);

    assertThat(swallowing.bit()).isFalse();
    assertThat(cutting.bit()).isFalse();
  }

  @Test
  void aRequestThatIsTooShortForACutLeavesItToTheNextOfAnyConnection() {
    OneTimeFault cutting = OneTimeFault.cutBody("/victim", 10);
    faults.add(cutting);
    request();
    answer(DONE);
    assertThat(cutting.claim("POST /victim")).as("by another connection's request").isTrue();
  }

  @Test
  void whatWasDoneStaysDoneWhenItIsDisarmed() {
    OneTimeFault fault = swallow();
    request();
    answer(DONE);

    fault.disarm();

    assertThat(fault.bit()).isTrue();
  }

  @Test
  void answersAreCountedByWhatTheirHeadsSay() {
    AnswerWatch refused = new AnswerWatch("/victim", "X-Code: 243\r\n");
    AnswerWatch other = new AnswerWatch("/other", "X-Code: 243\r\n");
    watches.addAll(List.of(refused, other));

    request();
    answer(DONE);
    assertThat(refused.seen()).isZero();

    request();
    answer(FAILED.substring(0, 20));
    answer(FAILED.substring(20));
    answer(FAILED);
    assertThat(refused.seen()).as("what comes after the head is no head").isEqualTo(1);
    assertThat(other.seen()).isZero();

    refused.close();
    request();
    answer(FAILED);
    assertThat(refused.seen()).isEqualTo(1);
  }

  private OneTimeFault swallow() {
    OneTimeFault fault = OneTimeFault.swallow("/victim");
    faults.add(fault);
    return fault;
  }

  /** Whether it passes whole. */
  private boolean request() {
    byte[] bytes = REQUEST.getBytes(ISO_8859_1);
    return watch.request(bytes, bytes.length) == bytes.length;
  }

  private Optional<String> answer(String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return watch.answer(bytes, bytes.length).map(passing -> new String(passing, ISO_8859_1));
  }
}
