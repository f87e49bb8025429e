package dev.hookline.devstack.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a server on loopback one short question; every wait is bounded. */
public final class LineProbe {
  private static final int LIMIT_MILLIS = 1_000;

  private LineProbe() {}

  /** Whether the server's answer to {@code question} begins with {@code answer} (both ASCII). */
  public static boolean answers(int port, String question, String answer) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      byte[] got = socket.getInputStream().readNBytes(answer.length());
      return new String(got, StandardCharsets.US_ASCII).equals(answer);
    } catch (IOException e) {
      return false;
    }
  }
}
