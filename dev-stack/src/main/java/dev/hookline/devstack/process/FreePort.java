package dev.hookline.devstack.process;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port for a part that keeps it over its restarts. */
public final class FreePort {
  private FreePort() {}

  /** A port of the loopback address on which nothing listens now. */
  public static int find() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new DevStackException("There is no free port: " + e.getMessage(), e);
    }
  }
}
