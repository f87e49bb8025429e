package dev.hookline.devstack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses and checks TCP ports on 127.0.0.1.
 *
 * <p>Chosen ports lie below the range from which the kernel takes the local ports of outgoing
 * connections. A client that keeps calling a killed part could otherwise be given that very port
 * for its own end: it would be connected to itself, and the part could not come back.
 */
public final class LoopbackPort {
  private static final Path EPHEMERAL_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int LOWEST = 12_000;
  private static final int DEFAULT_EPHEMERAL_LOW = 32_768;
  private static final int ATTEMPTS = 200;

  private static final PortClaims CLAIMS = new PortClaims(PortClaims.sharedFile());

  private LoopbackPort() {}

  /**
   * Chooses a port that nobody listens on and that no JVM of this user that still runs has been
   * given before: a part that is down for a while finds its port free when it comes back.
   *
   * @throws DevStackException if none was found in a bounded number of attempts
   */
  public static int free() {
    int highest = Math.max(LOWEST + 1_000, ephemeralLow());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, highest);
      if (CLAIMS.claim(port) && isFree(port)) {
        return port;
      }
    }
    throw new DevStackException(
        "no free port on 127.0.0.1 between " + LOWEST + " and " + highest + ": stop some servers");
  }

  /**
   * Takes a port that was chosen before, so that no other JVM of this user is given it.
   *
   * @return whether nobody listens on it and it is no other JVM's
   */
  static boolean takeAgain(int port) {
    return CLAIMS.hold(port) && isFree(port);
  }

  /** Whether a server could listen on 127.0.0.1 at the port now. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections of a dead server in TIME_WAIT do not count
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Refuses a port that is in use.
   *
   * @param part the part that needs it, for the message
   * @param setting the setting that chooses it, for the message
   * @throws DevStackException naming the port, the part and the setting
   */
  public static void requireFree(int port, String part, String setting) {
    if (!isFree(port)) {
      throw new DevStackException(
          String.format(
              "%s cannot listen on 127.0.0.1:%d: the port is in use;"
                  + " stop what holds it or set %s to another port (0 = any free one)",
              part, port, setting));
    }
  }

  private static int ephemeralLow() {
    try {
      return Integer.parseInt(Files.readString(EPHEMERAL_RANGE).trim().split("\\s+", 2)[0]);
    } catch (IOException | NumberFormatException e) {
      return DEFAULT_EPHEMERAL_LOW; // not Linux, or a kernel that hides it
    }
  }
}
