package dev.hookline.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.gateway.Secret;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SignatureProperties {

  /** What a secret takes: {@code NotBlank} knows no white space beyond ASCII's. */
  @Provide
  static Arbitrary<String> secrets() {
    return Arbitraries.strings().ofMinLength(1).filter(text -> !text.isBlank());
  }

  private static boolean matches(byte[] signed, byte[] body, Secret signer, Secret verifier) {
    return Signature.parse(Signature.sign(signed, signer))
        .orElseThrow()
        .matches(body, List.of(verifier));
  }

  @Property
  void whatWasSignedMatches(@ForAll byte[] body, @ForAll("secrets") String secret) {
    assertThat(matches(body, body, new Secret(secret), new Secret(secret))).isTrue();
  }

  @Property
  void oneChangedBitDoesNot(
      @ForAll @Size(min = 1, max = 200) byte[] body,
      @ForAll @IntRange(max = 1_000_000) int at,
      @ForAll @IntRange(max = 7) int bit) {
    Secret secret = new Secret("s");
    byte[] changed = body.clone();
    changed[at % body.length] ^= (byte) (1 << bit);
    assertThat(matches(body, changed, secret, secret)).isFalse();
  }

  @Property
  void anotherSecretDoesNot(
      @ForAll byte[] body, @ForAll("secrets") String one, @ForAll("secrets") String other) {
    byte[] ones = new Secret(one).bytes();
    byte[] others = new Secret(other).bytes();
    // HMAC pads short keys with zeroes, so keys that differ only there are the same key.
    Assume.that(
        !java.util.Arrays.equals(
            java.util.Arrays.copyOf(ones, 1_000), java.util.Arrays.copyOf(others, 1_000)));
    assertThat(matches(body, body, new Secret(one), new Secret(other))).isFalse();
  }
}
