package dev.hookline.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RecordCodecTest {

  private static final byte[] BODY = "{\"a\":1}".getBytes(UTF_8);

  @Property(tries = 300)
  void everyRecordReadsBackAsItWasWritten(@ForAll("records") WebhookRecord record) {
    assertThat(RecordCodec.decode(RecordCodec.encode(record)))
        .isEqualTo(new DecodeResult.Decoded(record));
  }

  @Property(tries = 500)
  void anyBytesAreDecodedOrRejectedAndNeverThrow(
      @ForAll byte[] key, @ForAll byte[] value, @ForAll Map<String, byte[]> headers) {
    Map<String, byte[]> all = new LinkedHashMap<>(sample().headers());
    all.putAll(headers);

    assertThat(RecordCodec.decode(new WireRecord(key, all, value))).isNotNull();
  }

  @Test
  void eachMissingHeaderIsNamed() {
    for (String name : sample().headers().keySet()) {
      assertRejected(h -> h.remove(name), RejectReason.MISSING_HEADER, name);
    }
  }

  @Test
  void eachUnreadableHeaderIsNamedWithItsValue() {
    assertRejected(h -> put(h, Headers.RECEIVED_AT, "noon"), RejectReason.INVALID_HEADER, "noon");
    assertRejected(
        h -> put(h, Headers.RECEIVED_AT, "9".repeat(30)),
        RejectReason.INVALID_HEADER,
        Headers.RECEIVED_AT);
    assertRejected(h -> put(h, Headers.SOURCE, "svn"), RejectReason.INVALID_HEADER, Headers.SOURCE);
    assertRejected(
        h -> put(h, Headers.CONTENT_TYPE, "text/html"),
        RejectReason.INVALID_HEADER,
        Headers.CONTENT_TYPE);
    assertRejected(h -> put(h, Headers.EVENT_TYPE, ""), RejectReason.INVALID_HEADER, "event type");
    assertRejected(
        h -> h.put(Headers.ORG, new byte[] {(byte) 0xff}),
        RejectReason.INVALID_HEADER,
        Headers.ORG);
  }

  @Test
  void aVersionFromTheFutureIsRejectedAndNotGuessed() {
    assertRejected(
        h -> put(h, Headers.SCHEMA_VERSION, "2"), RejectReason.UNSUPPORTED_VERSION, "'2'");
  }

  @Test
  void aKeyOfAnotherOrganisationIsRejected() {
    assertRejected(h -> put(h, Headers.ORG, "other"), RejectReason.KEY_MISMATCH, "acme:github:e1");
  }

  @Test
  void aBodyThatChangedOnItsWayIsRejectedAndKept() {
    WireRecord wire = sample();
    byte[] changed = BODY.clone();
    changed[1] ^= 1;

    DecodeResult result = RecordCodec.decode(new WireRecord(wire.key(), wire.headers(), changed));

    assertThat(result)
        .isInstanceOfSatisfying(
            DecodeResult.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.CONTENT_HASH_MISMATCH);
              assertThat(rejected.raw().value()).isSameAs(changed);
            });
  }

  @Test
  void aRecordWithoutAValueOrAKeyIsRejected() {
    WireRecord wire = sample();

    assertThat(reason(new WireRecord(wire.key(), wire.headers(), null)))
        .isEqualTo(RejectReason.MALFORMED_BODY);
    assertThat(reason(new WireRecord(null, wire.headers(), BODY)))
        .isEqualTo(RejectReason.KEY_MISMATCH);
  }

  @Test
  void aLongDetailIsShortened() {
    var rejected =
        new DecodeResult.Rejected(RejectReason.MALFORMED_BODY, "x".repeat(5_000), sample());

    assertThat(rejected.detail()).hasSize(DecodeResult.Rejected.MAX_DETAIL_LENGTH).endsWith("…");
  }

  @Test
  void aRecordNeedsAHashOfTheRightShapeAndWholeMilliseconds() {
    EventIdentity identity = new EventIdentity("acme", Source.GITHUB, "e1");
    assertThatThrownBy(
            () ->
                new WebhookRecord(
                    identity, "", "", "ping", ContentType.JSON, Instant.EPOCH, "ABC", BODY))
        .hasMessageContaining("content hash");
    assertThatThrownBy(
            () ->
                new WebhookRecord(
                    identity,
                    "",
                    "",
                    "ping",
                    ContentType.JSON,
                    Instant.ofEpochSecond(0, 1),
                    ContentHash.of(BODY),
                    BODY))
        .hasMessageContaining("whole milliseconds");
  }

  @Provide
  Arbitrary<WebhookRecord> records() {
    Arbitrary<EventIdentity> identities =
        Combinators.combine(
                Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(64),
                Arbitraries.of(Source.class),
                Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(255))
            .as(EventIdentity::new);
    Arbitrary<String> labels =
        Arbitraries.strings()
            .excludeChars('\0')
            .ofMaxLength(40)
            .filter(s -> s.equals(new String(s.getBytes(UTF_8), UTF_8)));
    return Combinators.combine(
            identities,
            labels,
            labels,
            labels.filter(s -> !s.isEmpty()),
            Arbitraries.of(ContentType.class),
            Arbitraries.longs().between(0, 4_102_444_800_000L),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(2_000))
        .as(
            (identity, hook, delivery, type, contentType, millis, body) ->
                new WebhookRecord(
                    identity,
                    hook,
                    delivery,
                    type,
                    contentType,
                    Instant.ofEpochMilli(millis),
                    ContentHash.of(body),
                    body));
  }

  private static void assertRejected(
      Consumer<Map<String, byte[]>> change, RejectReason reason, String named) {
    WireRecord wire = sample();
    Map<String, byte[]> headers = new LinkedHashMap<>(wire.headers());
    change.accept(headers);

    DecodeResult result = RecordCodec.decode(new WireRecord(wire.key(), headers, wire.value()));

    assertThat(result)
        .isInstanceOfSatisfying(
            DecodeResult.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(reason);
              assertThat(rejected.detail()).contains(named);
            });
  }

  private static RejectReason reason(WireRecord wire) {
    return RecordCodec.decode(wire).match(decoded -> null, DecodeResult.Rejected::reason);
  }

  private static void put(Map<String, byte[]> headers, String name, String value) {
    headers.put(name, value.getBytes(UTF_8));
  }

  private static WireRecord sample() {
    return RecordCodec.encode(
        new WebhookRecord(
            new EventIdentity("acme", Source.GITHUB, "e1"),
            "7",
            "e1",
            "ping",
            ContentType.JSON,
            Instant.ofEpochMilli(1_700_000_000_000L),
            ContentHash.of(BODY),
            BODY));
  }
}
