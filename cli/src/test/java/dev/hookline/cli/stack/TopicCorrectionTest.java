package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Topics;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicCorrectionTest {

  private static TopicCorrection of(int replicas, int brokers, String... settings) {
    return of(Topics.WEBHOOK_EVENTS, replicas, brokers, settings);
  }

  /** A topic as it is made, with some settings otherwise: name, value, name, value. */
  private static TopicCorrection of(String topic, int replicas, int brokers, String... settings) {
    Map<String, String> actual =
        new TreeMap<>(TopicCorrection.fresh(replicas, Topics.MAX_RECORD_BYTES));
    for (int i = 0; i < settings.length; i += 2) {
      actual.put(settings[i], settings[i + 1]);
    }
    return TopicCorrection.of(topic, Topics.MAX_RECORD_BYTES, actual, replicas, brokers);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "5, 2"})
  void aTopicThatIsMadeNeedsNothing(int replicas, String inSync) {
    assertThat(TopicCorrection.fresh(replicas, Topics.MAX_RECORD_BYTES))
        .containsEntry("min.insync.replicas", inSync);
    assertThat(of(replicas, 1)).isEqualTo(of(replicas, 2));
    assertThat(of(replicas, 1).changes()).isEmpty();
    assertThat(of(replicas, 1).warnings()).isEmpty();
    assertThat(of(replicas, 1).refusal()).isEmpty();
  }

  /** Of a topic with so many replicas, while so many brokers run: from what, to what. */
  @ParameterizedTest(name = "{0} replicas, {1} brokers: {2} becomes {3}")
  @CsvSource({
    // one of three brokers is away
    "3, 2, 2, 2",
    "3, 1, 2, 2",
    "3, 3, 1, 2",
    "3, 2, 1, 2",
    "3, 3, 2, 2",
    "3, 3, 3, 3",
    // an operator's own
    "5, 5, 3, 3",
    "5, 5, 1, 2",
    "4, 3, 4, 4",
    // made before, with fewer replicas than brokers
    "1, 3, 1, 1",
    "1, 5, 1, 1",
    "1, 1, 1, 1",
    "2, 3, 1, 1",
    "2, 2, 1, 1",
    "2, 3, 2, 2"
  })
  void theReplicasDecideAndNotTheBrokers(int replicas, int brokers, String from, String to) {
    TopicCorrection correction = of(replicas, brokers, "min.insync.replicas", from);
    assertThat(correction.changes())
        .isEqualTo(from.equals(to) ? Map.of() : Map.of("min.insync.replicas", to));
    assertThat(correction.refusal()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "1, 3, 1", "2, 3, 1", "3, 4, 2"})
  void aTopicThatCanConfirmNothingIsRefused(int replicas, String inSync, String possible) {
    TopicCorrection correction = of(replicas, 3, "min.insync.replicas", inSync);
    assertThat(correction.changes()).isEmpty();
    assertThat(correction.refusal())
        .startsWith("topic webhook-events has " + replicas + " replica")
        .contains("min.insync.replicas=" + inSync + ": no record can be confirmed")
        .contains("or set min.insync.replicas to " + possible + " by kafka-configs.sh");
  }

  @Test
  void aTopicWithFewerReplicasThanThereAreBrokersIsNamed() {
    assertThat(of(1, 3).warnings())
        .singleElement()
        .asString()
        .startsWith("topic webhook-events has 1 replica, though 3 brokers run");
    assertThat(of(2, 4).warnings()).singleElement().asString().contains("2 replicas");
    assertThat(of(2, 2).warnings()).isEmpty();
    assertThat(of(3, 5).warnings()).isEmpty();
  }

  @ParameterizedTest(name = "{0} {1} becomes {2}")
  @CsvSource({
    "retention.ms, 1000, 604800000",
    "retention.ms, 0, 604800000",
    "retention.ms, 604800001, 604800001",
    "retention.ms, 9223372036854775807, 9223372036854775807",
    "retention.ms, -1, -1",
    "segment.ms, 604800000, 86400000",
    "segment.ms, 3600000, 3600000",
    "max.message.bytes, 1048588, 29360128",
    "max.message.bytes, 31457280, 31457280",
    "cleanup.policy, compact, delete",
    "cleanup.policy, 'compact,delete', delete",
    "cleanup.policy, '', ''"
  })
  void aSettingIsBroughtToItsBoundAndOneWithinStays(String name, String from, String to) {
    assertThat(of(3, 3, name, from).changes())
        .isEqualTo(from.equals(to) ? Map.of() : Map.of(name, to));
  }

  @Test
  void recordsThatAreKeptLongerThanTheJobExpectsAreNamed() {
    assertThat(of(3, 3, "retention.ms", "604800001").warnings())
        .singleElement()
        .asString()
        .startsWith("topic webhook-events keeps its retention.ms of 604800001: the job stops");
    assertThat(of(3, 3, "retention.ms", "-1").warnings()).hasSize(1);
    assertThat(of(3, 3, "retention.ms", "9223372036854775807").warnings()).hasSize(1);
    assertThat(of(3, 3, "cleanup.policy", "").warnings())
        .singleElement()
        .asString()
        .contains("has no cleanup.policy");
  }

  @Test
  void recordsThatGoWithinTheTimeThatTheJobExpectsAreNot() {
    // a longer retention that a shorter segment makes up for
    assertThat(of(3, 3, "retention.ms", "648000000", "segment.ms", "43200000").warnings())
        .isEmpty();
    // a segment that is corrected anyway
    assertThat(of(3, 3, "segment.ms", "9223372036854775807").warnings()).isEmpty();
    assertThat(of(Topics.WEBHOOK_EVENTS_DLQ, 3, 3, "retention.ms", "-1").warnings()).isEmpty();
  }
}
