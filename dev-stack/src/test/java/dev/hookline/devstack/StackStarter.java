package dev.hookline.devstack;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process of its own that starts a stack and is killed by the test. Usage: DATA DIST. */
final class StackStarter {
  private StackStarter() {}

  public static void main(String[] args) throws InterruptedException {
    DevStack.builder(Path.of(args[0]), Path.of(args[1]))
        .parts(List.of(Part.KAFKA, Part.REDIS))
        .start();
    System.out.println("started");
    new CountDownLatch(1).await();
  }
}
