package dev.hookline.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.audit.AuditComparison.Findings;
import dev.hookline.contract.ContentHash;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.schema.LogCut;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The comparison against logs and rows that were written by hand. */
class AuditComparisonTest {

  private static final LogCut CUT =
      new LogCut(Map.of(0, new LogCut.Span(10, 20), 1, new LogCut.Span(0, 5)));

  private final AuditComparison comparison = new AuditComparison(CUT);

  @Test
  void allIsWellWhenEachIdentityHasItsRow() {
    record(0, 10, "a");
    record(0, 11, "b");
    record(1, 0, "c");
    record(1, 1, "a"); // a copy that was dropped
    rowOf(0, 10, "a");
    rowOf(0, 11, "b");
    rowOf(1, 0, "c");
    assertThat(comparison.findings()).isEqualTo(new Findings(3, 0, 0, 3, 0, 0, 0, 0, 0, 0));
    assertThat(comparison.examples()).isEmpty();
  }

  @Test
  void anIdentityWithoutARowIsLost() {
    record(0, 10, "a");
    record(0, 11, "b");
    rowOf(0, 10, "a");
    assertThat(comparison.findings().lost()).isEqualTo(1);
    assertThat(fields()).containsExactly("lost");
    assertThat(details()).containsExactly("the event at partition 0, offset 11");
  }

  @Test
  void aRowWithoutARecordIsInvented() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    rowOf(0, 10, "x");
    Findings findings = comparison.findings();
    assertThat(findings.invented()).isEqualTo(1);
    assertThat(findings.payloadMismatch()).as("counted once, as what it is").isZero();
    assertThat(fields()).containsExactly("invented");
    assertThat(details().get(0)).contains("acme:github:x");
  }

  @Test
  void aRowFromWhereTheLogDoesNotReachIsInvented() {
    comparison.rowFromNowhere(row(7, 3, "a", hash("a"), false));
    assertThat(comparison.findings().invented()).isEqualTo(1);
  }

  @Test
  void twoRowsOfOneIdentityAreADuplicate() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    rowOf(0, 10, "a");
    Findings findings = comparison.findings();
    assertThat(findings.duplicates()).isEqualTo(1);
    assertThat(findings.physicalDuplicates()).isEqualTo(1);
    assertThat(fields()).containsExactly("duplicates");
  }

  @Test
  void aSecondRowOutsideOfTheCutIsADuplicateToo() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    comparison.rowElsewhere(row(0, 3, "a", hash("a"), false));
    assertThat(comparison.findings().duplicates()).isEqualTo(1);
  }

  @Test
  void aRowWhoseFirstCopyRetentionHasTakenIsNotLost() {
    record(0, 10, "a");
    comparison.rowElsewhere(row(0, 3, "a", hash("a"), false));
    assertThat(comparison.findings()).isEqualTo(new Findings(1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void anotherContentHashIsAMismatchAlsoInItsLastDigit() {
    record(0, 10, "a");
    String hash = hash("a");
    char other = hash.endsWith("0") ? '1' : '0';
    EventRow changed = row(0, 10, "a", hash.substring(0, 63) + other, false);
    comparison.row(changed);
    comparison.physicalRow(changed);
    assertThat(comparison.findings().payloadMismatch()).isEqualTo(1);
    assertThat(fields()).containsExactly("payload_mismatch");
  }

  @Test
  void anotherPayloadIsAMismatchAlsoUnderTheRightHash() {
    record(0, 10, "a");
    comparison.physicalRow(
        new EventRow("acme", "github", "a", 0, 10, hash("a"), false, hash("changed")));
    comparison.physicalRow(new EventRow("acme", "github", "a", 0, 10, hash("a"), false, ""));
    assertThat(comparison.findings().payloadMismatch()).isEqualTo(2);
    assertThat(details().get(0)).contains("the row's payload is not the record's");
  }

  @Test
  void theJsonThatAFormCarriesIsWhatIsStored() {
    String form = "payload=%7B%22a%22%3A+1%7D";
    comparison.record(0, 10, webhook("a", ContentType.FORM, form));
    comparison.physicalRow(
        new EventRow("acme", "github", "a", 0, 10, hash(form), false, hash("{\"a\": 1}")));
    assertThat(comparison.findings().payloadMismatch()).isZero();
  }

  @Test
  void ofABodyOverOneMebibyteNoPayloadIsStored() {
    String body = "x".repeat(StoredPayload.MAX_BODY_BYTES + 1);
    comparison.record(0, 10, webhook("a", ContentType.JSON, body));
    comparison.physicalRow(new EventRow("acme", "github", "a", 0, 10, hash(body), false, ""));
    assertThat(comparison.findings().payloadMismatch()).isZero();
  }

  @Test
  void aDoubleWithAnotherHashIsAMismatchAlsoWhereFinalHidesIt() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    comparison.physicalRow(row(0, 10, "a", hash("changed"), false));
    Findings findings = comparison.findings();
    assertThat(findings.payloadMismatch()).isEqualTo(1);
    assertThat(findings.physicalDuplicates()).isEqualTo(1);
    assertThat(findings.duplicates()).isZero();
  }

  @Test
  void aRowThatPointsAtAnotherEventsRecordOrAtNoneIsAMismatch() {
    record(0, 10, "a");
    record(0, 11, "b");
    rowOf(0, 10, "a");
    rowOf(0, 11, "b");
    comparison.physicalRow(row(0, 11, "a", hash("b"), false));
    comparison.physicalRow(row(0, 12, "a", hash("a"), false));
    assertThat(comparison.findings().payloadMismatch()).isEqualTo(2);
  }

  @Test
  void aRejectIsNoLossAndNoRow() {
    record(0, 10, "a");
    comparison.reject(0, 10, "acme:github:a", "unreadable_payload");
    assertThat(comparison.findings()).isEqualTo(new Findings(1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void aRejectOfOneCopyDoesNotExcuseTheOtherCopysRow() {
    record(0, 10, "a");
    record(0, 12, "a");
    comparison.reject(0, 12, "acme:github:a", "unreadable_payload");
    assertThat(comparison.findings().lost()).isEqualTo(1);
  }

  @Test
  void aRejectOfAnotherEventAtTheSamePlaceExcusesNothing() {
    record(0, 10, "a");
    comparison.reject(0, 10, "acme:github:of-the-topic-before", "unreadable_payload");
    assertThat(comparison.findings().lost()).isEqualTo(1);
  }

  @Test
  void aRejectWhoseIdentityCouldNotBeReadIsKnownByItsPlace() {
    record(0, 10, "a");
    comparison.reject(0, 10, "::", "content_hash_mismatch");
    comparison.undecodableRecord(0, 11, null);
    comparison.reject(0, 11, "::", "missing_header");
    assertThat(comparison.findings()).isEqualTo(new Findings(2, 2, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void anUnreadableRecordThatIsNowhereIsLost() {
    comparison.undecodableRecord(0, 11, new byte[] {1});
    assertThat(comparison.findings().lost()).isEqualTo(1);
    assertThat(details()).containsExactly("the unreadable record at partition 0, offset 11");
  }

  @Test
  void aConflictDoesNotHideThatTheFirstBodyIsLost() {
    record(0, 10, "a");
    record(0, 11, "a");
    comparison.reject(0, 11, "acme:github:a", "identity_conflict");
    Findings findings = comparison.findings();
    assertThat(findings.lost()).isEqualTo(1);
    assertThat(findings.rejected()).isEqualTo(1);
  }

  @Test
  void anExpiredEventIsARowAndRed() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    comparison.reject(0, 10, "acme:github:a", "window_expired");
    assertThat(comparison.findings()).isEqualTo(new Findings(1, 0, 0, 1, 0, 0, 0, 0, 0, 1));
    assertThat(fields()).containsExactly("expired");
  }

  @Test
  void anExpiryDoesNotHideALoss() {
    record(0, 10, "a");
    comparison.reject(0, 10, "acme:github:a", "window_expired");
    assertThat(comparison.findings().lost()).isEqualTo(1);
  }

  @Test
  void whatComesFromOutsideOfTheCutIsNotCompared() {
    record(0, 10, "a");
    rowOf(0, 10, "a");
    rowOf(0, 9, "older");
    rowOf(0, 20, "newer");
    comparison.reject(0, 20, "acme:github:z", "malformed_body");
    assertThat(comparison.findings()).isEqualTo(new Findings(1, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void lateRowsAreCounted() {
    record(0, 10, "a");
    comparison.row(row(0, 10, "a", hash("a"), true));
    assertThat(comparison.findings().late()).isEqualTo(1);
  }

  @Test
  void examplesAreFewHoweverManyAreLost() {
    for (int i = 10; i < 20; i++) {
      record(0, i, "e" + i);
    }
    assertThat(comparison.findings().lost()).isEqualTo(10);
    assertThat(comparison.examples()).hasSize(AuditComparison.EXAMPLES_PER_FIELD);
    assertThat(comparison.missing(4)).hasSize(4).allMatch(hash -> hash.matches("[0-9a-f]{32}"));
  }

  @Test
  void anEmptyLogIsReportedAsNothingAccepted() {
    assertThat(comparison.findings()).isEqualTo(new Findings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  private void record(int partition, long offset, String eventId) {
    comparison.record(partition, offset, webhook(eventId, ContentType.JSON, eventId));
  }

  private static WebhookRecord webhook(String eventId, ContentType type, String body) {
    return new WebhookRecord(
        new EventIdentity("acme", Source.GITHUB, eventId),
        "",
        "",
        "push",
        type,
        Instant.EPOCH,
        hash(body),
        body.getBytes(UTF_8));
  }

  private void rowOf(int partition, long offset, String eventId) {
    EventRow row = row(partition, offset, eventId, hash(eventId), false);
    comparison.row(row);
    comparison.physicalRow(row);
  }

  private static EventRow row(
      int partition, long offset, String eventId, String hash, boolean late) {
    return new EventRow("acme", "github", eventId, partition, offset, hash, late, hash(eventId));
  }

  private static String hash(String body) {
    return ContentHash.of(body.getBytes(UTF_8));
  }

  private List<String> fields() {
    comparison.findings();
    return comparison.examples().stream().map(AuditReport.Example::field).distinct().toList();
  }

  private List<String> details() {
    return comparison.examples().stream().map(AuditReport.Example::detail).distinct().toList();
  }
}
