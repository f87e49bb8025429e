package dev.hookline.gateway.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.gateway.Secret;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {

  /** Atlassian's own example. */
  private static final Secret SECRET = new Secret("It's a Secret to Everybody");

  private static final byte[] BODY = "Hello World!".getBytes(UTF_8);
  private static final String HEADER =
      "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";

  private static boolean matches(String header, byte[] body, List<Secret> secrets) {
    return Signature.parse(header).orElseThrow().matches(body, secrets);
  }

  @Test
  void matchesThePublishedExample() {
    assertThat(Signature.sign(BODY, SECRET)).isEqualTo(HEADER);
    assertThat(matches(HEADER, BODY, List.of(SECRET))).isTrue();
  }

  @Test
  void takesUpperCaseHex() {
    String upper = "sha256=" + HEADER.substring(7).toUpperCase(Locale.ROOT);
    assertThat(matches(upper, BODY, List.of(SECRET))).isTrue();
  }

  @Test
  void takesAnyOfTheCurrentSecrets() {
    assertThat(matches(HEADER, BODY, List.of(new Secret("next"), SECRET))).isTrue();
    assertThat(matches(HEADER, BODY, List.of(SECRET, new Secret("next")))).isTrue();
  }

  @Test
  void withoutSecretsNothingMatches() {
    assertThat(matches(HEADER, BODY, List.of())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha256=",
        "sha256",
        "a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
        "sha1=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
        "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c",
        "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c900",
        "sha256=x4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
        "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9,sha256=00"
      })
  void readsNothingElse(String header) {
    assertThat(Signature.parse(header)).isEmpty();
  }
}
