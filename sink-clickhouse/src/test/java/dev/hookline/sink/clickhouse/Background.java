package dev.hookline.sink.clickhouse;

import java.util.concurrent.CompletableFuture;

/** Work beside the test's thread, such as a commit that waits for what the test does next. */
final class Background {

  /** What may fail. */
  interface Work {
    void run() throws Exception;
  }

  private Background() {}

  /** Begins the work in a thread of its own; its failure is the future's. */
  static CompletableFuture<Void> run(Work work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            },
            "commit");
    thread.setDaemon(true);
    thread.start();
    return done;
  }
}
