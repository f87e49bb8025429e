package dev.hookline.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of version 1, held fast: a record that was written by the first release must be read by
 * every later one, and written the same as long as the version is 1.
 */
class GoldenBytesTest {

  record Golden(String name, WebhookRecord record) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Golden> goldens() {
    byte[] json = "{\"action\":\"opened\",\"title\":\"h\u00e9llo \\ud83d\\ude00\"}".getBytes(UTF_8);
    byte[] form = "a=1&payload=%7B%22zen%22%3A+%22Keep+it+%26+simple%22%7D".getBytes(UTF_8);
    byte[] jira = "{\"webhookEvent\":\"jira:issue_created\"}".getBytes(UTF_8);
    return Stream.of(
        new Golden(
            "github-json",
            new WebhookRecord(
                new EventIdentity("acme", Source.GITHUB, "72d3162e-cc78-11e3-81ab-4c9367dc0958"),
                "292430182",
                "72d3162e-cc78-11e3-81ab-4c9367dc0958",
                "pull_request",
                ContentType.JSON,
                Instant.parse("2026-01-02T03:04:05.678Z"),
                ContentHash.of(json),
                json)),
        new Golden(
            "github-form",
            new WebhookRecord(
                new EventIdentity("acme-2", Source.GITHUB, "0b989ba4-242f-11e5-81e1-c7b6966d2516"),
                "",
                "0b989ba4-242f-11e5-81e1-c7b6966d2516",
                "ping",
                ContentType.FORM,
                Instant.EPOCH,
                ContentHash.of(form),
                form)),
        new Golden(
            "jira-without-id",
            new WebhookRecord(
                new EventIdentity(
                    "acme", Source.JIRA, ContentHash.ofEvent("jira:issue_created", jira)),
                "",
                "",
                "jira:issue_created",
                ContentType.JSON,
                Instant.parse("2026-12-31T23:59:59.999Z"),
                ContentHash.of(jira),
                jira)));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void writesTheBytesOfVersionOne(Golden golden) throws IOException {
    WireRecord written = RecordCodec.encode(golden.record());

    assertThat(written.key()).isEqualTo(bytes(golden.name() + ".key"));
    assertThat(written.value()).isEqualTo(bytes(golden.name() + ".value"));
    assertThat(lines(written.headers())).isEqualTo(text(golden.name() + ".headers"));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void readsTheBytesOfVersionOne(Golden golden) throws IOException {
    DecodeResult read = RecordCodec.decode(stored(golden.name()));

    assertThat(read).isEqualTo(new DecodeResult.Decoded(golden.record()));
  }

  @Test
  void readsARecordWithHeadersThatALaterReleaseAdded() throws IOException {
    WireRecord stored = stored("github-json");
    Map<String, byte[]> headers = new LinkedHashMap<>(stored.headers());
    headers.put("hookline-added-later", "x".getBytes(UTF_8));

    assertThat(RecordCodec.decode(new WireRecord(stored.key(), headers, stored.value())))
        .isInstanceOf(DecodeResult.Decoded.class);
  }

  private static WireRecord stored(String name) throws IOException {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    for (String line : text(name + ".headers").lines().toList()) {
      int equals = line.indexOf('=');
      headers.put(line.substring(0, equals), line.substring(equals + 1).getBytes(UTF_8));
    }
    return new WireRecord(bytes(name + ".key"), headers, bytes(name + ".value"));
  }

  private static String lines(Map<String, byte[]> headers) {
    StringBuilder text = new StringBuilder();
    headers.forEach((k, v) -> text.append(k).append('=').append(new String(v, UTF_8)).append('\n'));
    return text.toString();
  }

  private static String text(String file) throws IOException {
    return new String(bytes(file), UTF_8);
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = GoldenBytesTest.class.getResourceAsStream("/golden/v1/" + file)) {
      assertThat(in).as("golden file " + file).isNotNull();
      return in.readAllBytes();
    }
  }
}
