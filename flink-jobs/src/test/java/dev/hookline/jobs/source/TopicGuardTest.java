package dev.hookline.jobs.source;

import static dev.hookline.jobs.Events.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.jobs.source.TopicLog.Absent;
import dev.hookline.jobs.source.TopicLog.Extent;
import dev.hookline.jobs.source.TopicLog.Present;
import dev.hookline.jobs.source.TopicLog.Unknown;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicGuardTest {

  private static final Duration READABLE = Duration.ofDays(8);

  private OneInputStreamOperatorTestHarness<LogRecord, LogRecord> harness;

  @AfterEach
  void stop() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }

  @Test
  void everyRecordPasses() throws Exception {
    start(null, topic("id", 0, 100));
    read(4, 5);
    assertThat(harness.extractOutputValues()).hasSize(2);
  }

  @Test
  void goesOnFromWhereItWas() throws Exception {
    OperatorSubtaskState state = stateAfterReading(4, 5);
    start(state, topic("id", 6, 6));
    read(6);
    assertThat(harness.extractOutputValues()).hasSize(1);
  }

  @Test
  void stopsAtATopicThatWasCreatedAnew() throws Exception {
    OperatorSubtaskState state = stateAfterReading(4, 5);
    assertThatThrownBy(() -> start(state, topic("other", 0, 100)))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("webhook-events was created anew")
        .hasMessageContaining("belongs to id id")
        .hasMessageContaining("has id other");
  }

  @Test
  void stopsAtATopicThatWasCreatedAnewBeforeTheFirstRecord() throws Exception {
    OperatorSubtaskState state = stateAfterReading();
    assertThatThrownBy(() -> start(state, topic("other", 0, 0)))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("created anew");
  }

  @Test
  void neverJumpsAGapThatRetentionHasMade() throws Exception {
    OperatorSubtaskState state = stateAfterReading(4, 5);
    assertThatThrownBy(() -> start(state, topic("id", 9, 100)))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("next offset of webhook-events/1 is 6")
        .hasMessageContaining("begins at 9: 3 records were deleted unread");
  }

  @Test
  void stopsAtALogThatHasLostItsEnd() throws Exception {
    OperatorSubtaskState state = stateAfterReading(4, 5);
    assertThatThrownBy(() -> start(state, topic("id", 0, 5)))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("the log ends at 5");
  }

  @Test
  void stopsAtAPartitionThatIsGone() throws Exception {
    OperatorSubtaskState state = stateAfterReading(4);
    assertThatThrownBy(() -> start(state, new Present("id", Map.of(0, new Extent(0, 9)), READABLE)))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("partition webhook-events/1 is gone");
  }

  @Test
  void doesNotStartWithoutATopicOrABroker() {
    assertThatThrownBy(() -> start(null, new Absent()))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("topic webhook-events does not exist");
    assertThatThrownBy(() -> start(null, new Unknown("refused")))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("did not answer about topic webhook-events: refused");
  }

  @Test
  void doesNotStartOnATopicThatKeepsRecordsLongerThanCopiesAreRemembered() {
    Map<Integer, Extent> partitions = Map.of(1, new Extent(0, 0));
    assertThatThrownBy(() -> start(null, new Present("id", partitions, READABLE.plusMillis(1))))
        .isInstanceOf(BrokenLogException.class)
        .hasMessageContaining("kafka.retention + kafka.segment say PT192H");
    assertThatThrownBy(() -> start(null, new Present("id", partitions, Present.FOREVER)))
        .hasMessageContaining("for up to ever");
  }

  @Test
  void noCheckpointCompletesAfterTheTopicWasCreatedAnewUnderTheJob() throws Exception {
    start(null, topic("id", 0, 100));
    read(1);
    FakeTopicLog.show(topic("other", 0, 100));
    assertThatThrownBy(() -> harness.snapshot(1, 1))
        .hasStackTraceContaining("webhook-events was created anew");
  }

  @Test
  void anOutageOfTheBrokerFailsNoCheckpoint() throws Exception {
    start(null, topic("id", 0, 100));
    read(1);
    FakeTopicLog.show(new Unknown("refused"));
    OperatorSubtaskState state = harness.snapshot(1, 1);
    harness.close();
    start(state, topic("id", 2, 2));
  }

  @Test
  void afterRescalingTheHighestOffsetOfAPartitionCounts() throws Exception {
    OperatorSubtaskState behind = stateAfterReading(4);
    OperatorSubtaskState ahead = stateAfterReading(4, 5, 6);
    OperatorSubtaskState both = AbstractStreamOperatorTestHarness.repackageState(behind, ahead);
    assertThatThrownBy(() -> start(both, topic("id", 0, 6)))
        .hasMessageContaining("next offset of webhook-events/1 is 7");
    start(both, topic("id", 7, 7));
  }

  private OperatorSubtaskState stateAfterReading(long... offsets) throws Exception {
    start(null, topic("id", 0, 100));
    read(offsets);
    OperatorSubtaskState state = harness.snapshot(1, 1);
    harness.close();
    return state;
  }

  private void start(OperatorSubtaskState state, TopicLog.Sight sight) throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new TopicGuard(FakeTopicLog.showing(sight), "webhook-events", READABLE));
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
  }

  private void read(long... offsets) throws Exception {
    for (long offset : offsets) {
      harness.processElement(new StreamRecord<>(event("e" + offset).offset(offset).log()));
    }
  }

  private static Present topic(String id, long beginning, long end) {
    return new Present(id, Map.of(1, new Extent(beginning, end)), READABLE);
  }
}
