package dev.hookline.devstack.npm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** A checksum in the form of a lock file: {@code sha512-<base64>}. */
record Integrity(String text) {
  private static final String PREFIX = "sha512-";
  private static final int SHORT_BYTES = 6;

  Integrity {
    if (!text.startsWith(PREFIX) || digest(text).length != 64) {
      throw new IllegalArgumentException("integrity: expected sha512-<base64>, found " + text);
    }
  }

  /** A name for folders that is another one when the checksum is. */
  String shortName() {
    return HexFormat.of().formatHex(digest(text), 0, SHORT_BYTES);
  }

  boolean matches(Path file) throws IOException {
    MessageDigest sha512 = sha512();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        sha512.update(buffer, 0, n);
      }
    }
    return MessageDigest.isEqual(sha512.digest(), digest(text));
  }

  private static byte[] digest(String text) {
    return Base64.getDecoder().decode(text.substring(PREFIX.length()));
  }

  private static MessageDigest sha512() {
    try {
      return MessageDigest.getInstance("SHA-512");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-512", e);
    }
  }
}
