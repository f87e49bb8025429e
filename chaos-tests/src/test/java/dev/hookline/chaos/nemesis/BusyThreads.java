package dev.hookline.chaos.nemesis;

import java.util.ArrayList;
import java.util.List;

/** A process of its own whose threads are never idle. */
final class BusyThreads {
  private static final int THREADS = 8;

  private BusyThreads() {}

  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(BusyThreads::spin, "busy-" + i);
      thread.start();
      threads.add(thread);
    }
    System.out.println("up");
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void spin() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }
}
