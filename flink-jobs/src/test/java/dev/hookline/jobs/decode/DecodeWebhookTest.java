package dev.hookline.jobs.decode;

import static dev.hookline.jobs.Events.LATENESS;
import static dev.hookline.jobs.Events.TIME;
import static dev.hookline.jobs.Events.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Headers;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.WireRecord;
import dev.hookline.jobs.Events;
import dev.hookline.jobs.MeasuredEnvironment;
import dev.hookline.jobs.normalise.Normaliser;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.source.LogRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecodeWebhookTest {

  private static final OutputTag<Reject> REJECTS =
      new OutputTag<>("rejects", TypeInformation.of(Reject.class));
  private static final String BROKEN = "{\"broken\":";

  private MeasuredEnvironment measured;
  private OneInputStreamOperatorTestHarness<LogRecord, NormalizedEvent> harness;

  @BeforeEach
  void start() throws Exception {
    startWith(new WebhookNormaliser(LATENESS));
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  @Test
  void aRecordBecomesAnEventWithItsPlaceInTheLog() throws Exception {
    NormalizedEvent event = decode(event("a").offset(7).log());
    assertThat(event.identity().eventId()).isEqualTo("a");
    assertThat(event.delivery().kafkaPartition()).isEqualTo(1);
    assertThat(event.delivery().kafkaOffset()).isEqualTo(7);
    assertThat(measured.counter(DecodeWebhook.DECODED_COUNTER)).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoRecordAreRejectedWhole() throws Exception {
    LogRecord log =
        new LogRecord("webhook-events", 2, 9, 0, new WireRecord(null, Map.of(), new byte[] {0, 1}));
    Reject reject = reject(log);
    assertThat(reject.reason()).isEqualTo(RejectReason.MISSING_HEADER);
    assertThat(reject.origin()).isEqualTo("webhook-events/2/9");
    assertThat(reject.wire().value()).isEqualTo(log.wire().value());
    assertThat(reject.size()).isEqualTo(2);
    assertThat(reject.label().receivedAt()).isEqualTo(Instant.EPOCH);
    assertThat(measured.counter(DecodeWebhook.REJECTED_COUNTER)).isEqualTo(1);
  }

  @Test
  void aRejectSaysWhatItsHeadersSay() throws Exception {
    Events broken = event("a").body(BROKEN);
    Reject reject = reject(broken.log());
    assertThat(reject.reason()).isEqualTo(RejectReason.MALFORMED_BODY);
    assertThat(reject.label())
        .isEqualTo(
            new Reject.Label(
                "acme",
                "github",
                "pull_request",
                "a",
                "delivery",
                "hook",
                broken.receivedAt(),
                broken.normalised().delivery().contentHash()));
  }

  @Test
  void aRecordWithoutAValueIsRejected() throws Exception {
    LogRecord log = event("a").log();
    WireRecord noValue = new WireRecord(log.wire().key(), log.wire().headers(), null);
    Reject reject = reject(new LogRecord("webhook-events", 0, 0, 0, noValue));
    assertThat(reject.reason()).isEqualTo(RejectReason.MALFORMED_BODY);
    assertThat(reject.size()).isZero();
  }

  @Test
  void aTimeOfReceiptThatNoTableHoldsIsRejected() throws Exception {
    for (Instant impossible :
        List.of(Instant.EPOCH, TIME.plusSeconds(5_000_000_000L), Instant.ofEpochMilli(-1))) {
      Reject reject = reject(event("a").received(impossible).log());
      assertThat(reject.reason()).isEqualTo(RejectReason.INVALID_HEADER);
      assertThat(reject.detail()).contains(Headers.RECEIVED_AT);
      assertThat(reject.label().receivedAt()).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void aHeaderOfMegabytesIsCutInTheLabel() throws Exception {
    LogRecord log = event("a").log();
    Map<String, byte[]> headers = new LinkedHashMap<>(log.wire().headers());
    headers.put(Headers.EVENT_TYPE, new byte[2_000_000]);
    WireRecord wire = new WireRecord(log.wire().key(), headers, log.wire().value());
    Reject reject = reject(new LogRecord("webhook-events", 0, 0, 0, wire));
    assertThat(reject.label().eventType()).hasSizeLessThan(400);
  }

  @Test
  void aFaultOfTheNormaliserRejectsOneRecordAndTheJobGoesOn() throws Exception {
    harness.close();
    startWith(
        (record, partition, offset) -> {
          if (record.identity().eventId().equals("a")) {
            throw new IllegalStateException("a fault");
          }
          return new WebhookNormaliser(LATENESS).normalise(record, partition, offset);
        });
    Reject reject = reject(event("a").log());
    assertThat(reject.reason()).isEqualTo(RejectReason.UNREADABLE_PAYLOAD);
    assertThat(reject.detail()).contains("a fault");
    assertThat(decode(event("b").log())).isNotNull();
  }

  private void startWith(Normaliser normaliser) throws Exception {
    measured = new MeasuredEnvironment();
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(new DecodeWebhook(normaliser, REJECTS)), measured.environment());
    harness.open();
  }

  private NormalizedEvent decode(LogRecord log) throws Exception {
    harness.processElement(new StreamRecord<>(log));
    return harness.extractOutputValues().get(0);
  }

  private Reject reject(LogRecord log) throws Exception {
    harness.processElement(new StreamRecord<>(log));
    assertThat(harness.extractOutputValues()).isEmpty();
    Reject last = null;
    for (StreamRecord<Reject> record : harness.getSideOutput(REJECTS)) {
      last = record.getValue();
    }
    return last;
  }
}
