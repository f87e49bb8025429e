package dev.hookline.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.hookline.chaos.history.History;
import dev.hookline.chaos.history.HistoryLog;
import dev.hookline.chaos.history.HistoryReader;
import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.chaos.workload.FakeGateway.Answers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final TrafficSettings SETTINGS =
      TrafficSettings.of(11, 3).withDeliveries(300).withLongestDelay(Duration.ofMillis(500));

  @TempDir Path folder;
  private Path file;
  private HistoryLog log;
  private final List<FakeGateway> gateways = new ArrayList<>();

  @BeforeEach
  void begin() {
    file = folder.resolve("history.jsonl");
    log = new HistoryLog(file);
  }

  @AfterEach
  void end() {
    log.close();
    gateways.forEach(FakeGateway::close);
  }

  private Traffic traffic(TrafficSettings settings, Answers... each) {
    for (Answers answers : each) {
      gateways.add(new FakeGateway(answers));
    }
    List<URI> uris = gateways.stream().map(FakeGateway::uri).toList();
    return new Traffic(settings, uris, (org, source) -> "secret", log);
  }

  private History history() {
    return HistoryReader.read(List.of(file)).history();
  }

  /** What a gateway without faults would do. */
  private static int good(HttpExchange request) {
    boolean signed =
        request.getRequestHeaders().containsKey("X-hub-signature-256")
            || request.getRequestHeaders().containsKey("X-hub-signature");
    boolean known = request.getRequestURI().getPath().matches("/webhooks/(github|jira)/[agi].*");
    return signed && known ? 202 : 401;
  }

  @Test
  void everythingGetsItsFinalAnswerAndEachIntentStandsBeforeItsFirstAttempt() throws Exception {
    try (Traffic traffic = traffic(SETTINGS, TrafficTest::good, TrafficTest::good)) {
      traffic.start();
      assertThat(traffic.awaitAnswered(LIMIT)).isZero();
      assertThat(traffic.done()).isEqualTo(1.0);
    }
    History history = history();
    assertThat(history.intents()).hasSize(300);
    for (Intent intent : history.intents()) {
      assertThat(history.operations(intent.identity()))
          .as(intent.identity())
          .isNotEmpty()
          .anySatisfy(one -> assertThat(Chain.isFinal(one)).isTrue());
    }
    assertThat(history.operations()).extracting(Operation::gateway).contains(1, 2);
    Set<String> introduced = new HashSet<>();
    for (String line : Files.readAllLines(file)) {
      String identity = line.replaceFirst(".*\"identity\":\"([^\"]+)\".*", "$1");
      if (line.contains("\"kind\":\"intent\"")) {
        introduced.add(identity);
      } else {
        assertThat(introduced).as("intents before %s", line).contains(identity);
      }
    }
  }

  @Test
  void repeatsComeWhateverTheAnswerAndAttemptsAreNumbered() throws Exception {
    try (Traffic traffic = traffic(SETTINGS, TrafficTest::good)) {
      traffic.start();
      traffic.awaitAnswered(LIMIT);
    }
    History history = history();
    int repeated = 0;
    for (Intent intent : history.intents()) {
      List<Operation> attempts = history.operations(intent.identity());
      repeated += attempts.size() > 1 ? 1 : 0;
      List<Integer> numbers = attempts.stream().map(Operation::attempt).sorted().toList();
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(i + 1);
      }
    }
    assertThat(repeated).isBetween(15, 100);
  }

  @Test
  void whatIsNotAnsweredForGoodIsSentAgainAndWhatIsRefusedIsNot() throws Exception {
    Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    int[] faults = {503, 408, 429, 0, 500};
    Answers faulty =
        request -> {
          String key =
              request.getRequestURI()
                  + request.getRequestHeaders().getFirst("X-github-delivery")
                  + request.getRequestHeaders().getFirst("X-atlassian-webhook-identifier");
          int number = asked.computeIfAbsent(key, any -> new AtomicInteger()).getAndIncrement();
          boolean isFaulty = number < 2 && good(request) == 202;
          return isFaulty ? faults[Math.floorMod(key.hashCode() + number, 5)] : good(request);
        };
    try (Traffic traffic = traffic(SETTINGS.withDeliveries(120), faulty, faulty)) {
      traffic.start();
      assertThat(traffic.awaitAnswered(LIMIT)).isZero();
    }
    History history = history();
    assertThat(history.acknowledged().size()).isGreaterThan(100);
    assertThat(history.operations())
        .extracting(Operation::outcome)
        .contains(Outcome.OK, Outcome.NOT, Outcome.UNKNOWN);
    assertThat(history.operations())
        .filteredOn(one -> one.status() == 408 || one.status() == 429)
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(Outcome.NOT));
    assertThat(history.operations())
        .filteredOn(one -> one.status() == 0)
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(Outcome.UNKNOWN))
        .allSatisfy(one -> assertThat(one.detail()).isNotEmpty());
    assertThat(history.intents())
        .filteredOn(intent -> intent.fate() == Fate.REFUSED)
        .isNotEmpty()
        .allSatisfy(
            intent ->
                assertThat(history.operations(intent.identity()))
                    .filteredOn(Chain::isFinal)
                    .as("after the final answer nothing is sent")
                    .hasSize(1));
  }

  /** How many of the deliveries wait for the end. */
  private static int kept(TrafficSettings settings) {
    Deliveries same = new Deliveries(settings, (org, source) -> "secret");
    return (int)
        Stream.generate(same::next)
            .limit(settings.deliveries())
            .filter(shipment -> shipment.plan().kept())
            .count();
  }

  private static List<String> untried(History history) {
    return history.intents().stream()
        .map(Intent::identity)
        .filter(identity -> history.operations(identity).isEmpty())
        .toList();
  }

  @Test
  void someRepeatsAndSomeFirstAttemptsWaitForTheEndOfTheFaults() throws Exception {
    int kept = kept(SETTINGS);
    assertThat(kept).isBetween(2, 20);
    History before;
    try (Traffic traffic = traffic(SETTINGS, TrafficTest::good)) {
      traffic.start();
      await("all first answers but of those that are kept")
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(Math.round(traffic.done() * 300)).isEqualTo(300 - kept));
      before = history();
      assertThat(traffic.awaitAnswered(LIMIT)).isZero();
      assertThat(traffic.done()).isEqualTo(1.0);
    }
    assertThat(untried(before)).as("intents that stand before the end").hasSize(kept);
    History after = history();
    assertThat(untried(after)).isEmpty();
    int later = after.operations().size() - before.operations().size();
    assertThat(later - kept).as("repeats after the end").isBetween(3, 100);
  }

  @Test
  void whatIsKeptForTheEndTakesNoPlaceOfWhatIsUnderWay() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Answers frozen =
        request -> {
          held.await();
          return 202;
        };
    try (Traffic traffic = traffic(SETTINGS.withDeliveries(3_000).withAtOnce(1), frozen)) {
      traffic.start();
      await("more to be begun than may be under way")
          .atMost(LIMIT)
          .until(() -> history().intents().size() > 2_000);
    } finally {
      held.countDown();
    }
  }

  @Test
  void afterStopNothingNewIsBegun() throws Exception {
    TrafficSettings slow = SETTINGS.lasting(Duration.ofHours(1), 20);
    try (Traffic traffic = traffic(slow, TrafficTest::good)) {
      traffic.start();
      await("some requests").atMost(LIMIT).until(() -> gateways.get(0).requests() > 5);
      traffic.stop();
      assertThat(traffic.awaitAnswered(LIMIT)).isZero();
      assertThat(traffic.done()).isLessThan(0.1);
    }
    History history = history();
    assertThat(history.intents().size()).isLessThan(1_000);
    assertThat(history.intents())
        .allSatisfy(intent -> assertThat(history.operations(intent.identity())).isNotEmpty());
  }

  @Test
  void whatHasNoAnswerWithinTheLimitIsGivenUpAndSaysSo() throws Exception {
    try (Traffic traffic = traffic(SETTINGS.withDeliveries(20), request -> 503)) {
      traffic.start();
      await("all to be begun and some to be tried again")
          .atMost(LIMIT)
          .until(() -> history().intents().size() == 20 && gateways.get(0).requests() > 40);
      traffic.stop();
      assertThat(traffic.awaitAnswered(Duration.ofMillis(1))).isGreaterThanOrEqualTo(20);
    }
    assertThat(history().acknowledged()).isEmpty();
    assertThat(history().possible()).isNotEmpty();
  }

  @Test
  void anAttemptThatIsCutOffByTheCloseIsInTheHistoryAsUnknown() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Answers frozen =
        request -> {
          held.await();
          return 202;
        };
    Traffic traffic = traffic(SETTINGS.withDeliveries(4).withAtOnce(2), frozen);
    traffic.start();
    await("two attempts are held").atMost(LIMIT).until(() -> gateways.get(0).requests() == 2);
    traffic.close();
    held.countDown();
    assertThat(history().operations())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(Outcome.UNKNOWN))
        .allSatisfy(one -> assertThat(one.detail()).isEqualTo("the sender was closed"));
  }

  @Test
  void aFailureOfTheSenderItselfIsNotTakenForAnAnswer() {
    try (Traffic traffic = traffic(SETTINGS, TrafficTest::good)) {
      log.close();
      traffic.start();
      assertThatThrownBy(() -> traffic.awaitAnswered(LIMIT))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("a sender failed")
          .hasRootCauseInstanceOf(IOException.class);
    }
  }
}
