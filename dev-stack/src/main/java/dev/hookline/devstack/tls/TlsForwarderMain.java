package dev.hookline.devstack.tls;

import dev.hookline.devstack.DevStackException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The process: {@code KEY-STORE PORT HOST PORT}, TLS on the first port of all addresses. */
public final class TlsForwarderMain {
  private TlsForwarderMain() {}

  /** Runs until it is terminated; a failed start is one line on stderr and exit code 1. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 4) {
      fail("give KEY-STORE PORT HOST PORT");
    }
    try (TlsForwarder forwarder =
        TlsForwarder.start(
            Path.of(arguments[0]),
            new InetSocketAddress(Integer.parseInt(arguments[1])),
            arguments[2],
            Integer.parseInt(arguments[3]))) {
      System.err.println("TLS on port " + forwarder.port());
      new CountDownLatch(1).await();
    } catch (DevStackException | NumberFormatException e) {
      fail(e.getMessage());
    }
  }

  private static void fail(String reason) {
    System.err.println("tls-forwarder: " + reason);
    System.exit(1);
  }
}
