package dev.hookline.jobs.dedup;

import static dev.hookline.jobs.Events.TIME;
import static dev.hookline.jobs.Events.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.RecordCodec;
import dev.hookline.contract.RejectReason;
import dev.hookline.jobs.Events;
import dev.hookline.jobs.MeasuredEnvironment;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DropDuplicatesTest {

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));
  private static final DedupHorizon HORIZON =
      new DedupHorizon(Duration.ofDays(7), Duration.ofDays(15));
  private static final long DAY = Duration.ofDays(1).toMillis();

  private KeyedOneInputStreamOperatorTestHarness<String, NormalizedEvent, NormalizedEvent> harness;

  private MeasuredEnvironment measured;

  @BeforeEach
  void start() throws Exception {
    harness = newHarness();
    harness.open();
    harness.setStateTtlProcessingTime(0);
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  @Test
  void theFirstInTheOrderOfTheLogPassesAndCopiesAreCounted() throws Exception {
    Events first = event("a").received(TIME.plusSeconds(9));
    send(first, first.received(TIME).offset(1), event("b").offset(2), first.offset(3));
    assertThat(harness.extractOutputValues())
        .containsExactly(first.normalised(), event("b").offset(2).normalised());
    assertThat(rejects()).isEmpty();
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(2);
  }

  @Test
  void anotherContentFromTheSameHookIsAConflictAndTheFirstWins() throws Exception {
    Events first = event("a");
    Events other = event("a").body("{\"other\":1}").offset(7);
    send(first, other, first.offset(8));
    assertThat(harness.extractOutputValues()).containsExactly(first.normalised());
    assertThat(counter(DropDuplicates.CONFLICT_COUNTER)).isEqualTo(1);
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(1);
    Reject reject = rejects().get(0);
    assertThat(reject.reason()).isEqualTo(RejectReason.IDENTITY_CONFLICT);
    assertThat(reject.origin()).isEqualTo("webhook-events/1/7");
    assertThat(reject.wire().value()).isEqualTo(other.log().wire().value());
    assertThat(reject.wire().key()).isEqualTo(other.log().wire().key());
    assertThat(RecordCodec.decode(reject.wire()).<Boolean>match(d -> true, r -> false)).isTrue();
    assertThat(reject.detail()).contains(first.normalised().delivery().contentHash());
  }

  @Test
  void aConflictTooLargeToBeCarriedKeepsItsPlaceAndSize() throws Exception {
    Events large = event("a").body("x".repeat(2_000_000)).offset(7);
    send(event("a"), large);
    Reject reject = rejects().get(0);
    assertThat(reject.wire().value()).isEmpty();
    assertThat(reject.size()).isEqualTo(2_000_000);
    assertThat(reject.origin()).isEqualTo("webhook-events/1/7");
  }

  @Test
  void anotherContentFromAnotherHookIsAPlainCopy() throws Exception {
    send(event("a"), event("a").hook("other").form("payload=%7B%7D"));
    assertThat(harness.extractOutputValues()).containsExactly(event("a").normalised());
    assertThat(rejects()).isEmpty();
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(1);
  }

  @Test
  void theStateLivesFromItsWritingAndACopyDoesNotProlongIt() throws Exception {
    send(event("a"));
    harness.setStateTtlProcessingTime(14 * DAY);
    send(event("a").offset(1));
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(1);
    harness.setStateTtlProcessingTime(15 * DAY + 1);
    send(event("a").offset(2));
    assertThat(harness.extractOutputValues()).hasSize(2);
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(1);
  }

  @Test
  void anExpiredStateIsNeverReturnedAndTheNextDeliveryIsAFirst() throws Exception {
    send(event("a"));
    harness.setStateTtlProcessingTime(15 * DAY + 1);
    Events other = event("a").body("{\"other\":1}");
    send(other, other.offset(1));
    assertThat(harness.extractOutputValues()).contains(other.normalised());
    assertThat(rejects()).isEmpty();
    assertThat(counter(DropDuplicates.DROPPED_COUNTER)).isEqualTo(1);
  }

  @Test
  void aCopyAfterARestoreIsDroppedAndTheLifeGoesOn() throws Exception {
    send(event("a"));
    OperatorSubtaskState snapshot = harness.snapshot(1, 1);
    harness.close();
    harness = newHarness();
    harness.setStateTtlProcessingTime(14 * DAY);
    harness.initializeState(snapshot);
    harness.open();
    send(event("a").offset(1), event("a").body("{\"other\":1}").offset(2));
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(rejects()).hasSize(1);
    harness.setStateTtlProcessingTime(15 * DAY + 1);
    send(event("a").offset(3));
    assertThat(harness.extractOutputValues()).hasSize(1);
  }

  private void send(Events... events) throws Exception {
    for (Events event : events) {
      harness.processElement(new StreamRecord<>(event.normalised()));
    }
  }

  private List<Reject> rejects() {
    Queue<StreamRecord<Reject>> output = harness.getSideOutput(REJECTS);
    return output == null ? List.of() : output.stream().map(StreamRecord::getValue).toList();
  }

  private long counter(String name) {
    return measured.counter(name);
  }

  private KeyedOneInputStreamOperatorTestHarness<String, NormalizedEvent, NormalizedEvent>
      newHarness() throws Exception {
    measured = new MeasuredEnvironment();
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new KeyedProcessOperator<>(new DropDuplicates(HORIZON, REJECTS)),
        event -> event.identity().toString(),
        Types.STRING,
        measured.environment());
  }
}
