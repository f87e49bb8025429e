package dev.hookline.jobs.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.devstack.Server;
import dev.hookline.jobs.TestTopic;
import dev.hookline.jobs.source.TopicLog.Absent;
import dev.hookline.jobs.source.TopicLog.Extent;
import dev.hookline.jobs.source.TopicLog.Present;
import dev.hookline.jobs.source.TopicLog.Unknown;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the log shows of a broker, whether that is a process or a container. */
abstract class KafkaTopicLogContract {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** The broker, whose endpoint is a host and a port. */
  protected abstract Server kafka();

  @Test
  void showsTheTopicAsItIs() {
    try (TestTopic topic = TestTopic.create(kafka().endpoint(), "seen", 2);
        TopicLog log = new KafkaTopicLog(kafka().endpoint(), KafkaAccess.NONE, "seen")) {
      topic.append(1, 5);
      topic.deleteBefore(1, 2);
      Present present = (Present) log.look(LIMIT);
      assertThat(present.id()).isEqualTo(topic.id());
      assertThat(present.partitions()).isEqualTo(Map.of(0, new Extent(0, 0), 1, new Extent(2, 5)));
      assertThat(present.readableFor()).isEqualTo(Duration.ofDays(8));
      assertThat(((Present) log.lookAtId(LIMIT)).id()).isEqualTo(topic.id());
      topic.configure("retention.ms", "-1");
      // A broker answers with its new settings a moment after it has confirmed them.
      await("records to be readable for ever")
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  log.look(LIMIT) instanceof Present now
                      && now.readableFor().equals(Present.FOREVER));
    }
  }

  @Test
  void tellsATopicThatIsNotThereFromABrokerThatDoesNotAnswer() {
    try (TopicLog log = new KafkaTopicLog(kafka().endpoint(), KafkaAccess.NONE, "nowhere")) {
      assertThat(log.look(LIMIT)).isInstanceOf(Absent.class);
      assertThat(log.lookAtId(LIMIT)).isInstanceOf(Absent.class);
    }
    try (TopicLog log = new KafkaTopicLog("127.0.0.1:1", KafkaAccess.NONE, "nowhere")) {
      assertThat(log.lookAtId(Duration.ofMillis(300))).isInstanceOf(Unknown.class);
    }
  }
}
