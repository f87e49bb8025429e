package dev.hookline.chaos.nemesis;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a part something that it would answer at once. */
final class Knock {

  private static final byte[] HTTP = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REDIS = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

  /** ApiVersions (key 18), version 0, correlation 1, without a client's name. */
  private static final byte[] KAFKA = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, -1, -1};

  private Knock() {}

  /**
   * Whether the part leaves a request standing: it is connected, and says nothing for as long as
   * the limit.
   *
   * @param endpoint as a service has it
   */
  static boolean isLeftStanding(String endpoint, Duration limit) {
    byte[] question = question(endpoint);
    int port = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    try (Socket socket = new Socket()) {
      socket.setSoTimeout((int) limit.toMillis());
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) limit.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(question);
      out.flush();
      int answer = socket.getInputStream().read();
      assert answer >= -1;
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false; // nobody is there: that is another fault
    }
  }

  private static byte[] question(String endpoint) {
    if (!endpoint.contains("://")) {
      return KAFKA;
    }
    return URI.create(endpoint).getScheme().equals("redis") ? REDIS : HTTP;
  }
}
