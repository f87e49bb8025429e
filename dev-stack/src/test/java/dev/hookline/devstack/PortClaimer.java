package dev.hookline.devstack;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process of its own that claims a port and is killed by the test. Usage: FILE PORT. */
final class PortClaimer {
  private PortClaimer() {}

  public static void main(String[] args) throws InterruptedException {
    boolean claimed = new PortClaims(Path.of(args[0])).claim(Integer.parseInt(args[1]));
    System.out.println(claimed ? "claimed" : "refused");
    new CountDownLatch(1).await();
  }
}
