package dev.hookline.cli.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as the providers do: HMAC-SHA-256 over the raw body (RFC 2104). */
public final class Signature {

  private Signature() {}

  /**
   * The header's value.
   *
   * @param secret the hook's secret, not empty
   * @param body the bytes that are sent
   * @return {@code sha256=} and 64 lower-case hex digits
   */
  public static String of(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }
}
