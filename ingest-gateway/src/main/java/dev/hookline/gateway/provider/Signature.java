package dev.hookline.gateway.provider;

import dev.hookline.gateway.Secret;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of GitHub ({@code X-Hub-Signature-256}) and Jira Cloud ({@code X-Hub-Signature}, of
 * WebSub): {@code sha256=} and the HMAC-SHA256 of the raw body in hex. Other methods, SHA-1 first,
 * are not taken.
 */
public final class Signature {

  private static final Pattern HEADER = Pattern.compile("(?i)sha256=([0-9a-f]{64})");
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] mac;

  private Signature(byte[] mac) {
    this.mac = mac;
  }

  /**
   * Reads a header.
   *
   * @param header its value; hex digits of either case
   * @return the signature, or empty when the value is none
   */
  public static Optional<Signature> parse(String header) {
    var matcher = HEADER.matcher(header.strip());
    return matcher.matches()
        ? Optional.of(new Signature(HexFormat.of().parseHex(matcher.group(1))))
        : Optional.empty();
  }

  /**
   * Says whether the body was signed with one of the secrets. Takes the same time whichever it was,
   * and wherever a wrong signature differs. Without secrets nothing matches.
   *
   * @param body the bytes as received
   * @param secrets the organisation's current ones, more than one while they are being changed
   * @return true when one of them made this signature
   */
  public boolean matches(byte[] body, List<Secret> secrets) {
    boolean matched = false;
    for (Secret secret : secrets) {
      matched |= MessageDigest.isEqual(mac, hmac(body, secret));
    }
    return matched;
  }

  /**
   * Signs a body, as a provider does.
   *
   * @param body the bytes to send
   * @param secret what to sign with
   * @return the header's value, in lower-case hex
   */
  public static String sign(byte[] body, Secret secret) {
    return "sha256=" + HexFormat.of().formatHex(hmac(body, secret));
  }

  private static byte[] hmac(byte[] body, Secret secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.bytes(), ALGORITHM));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
    }
  }
}
