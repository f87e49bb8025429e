package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.proxy.FaultyProxy;
import java.time.Duration;

/** The way to a part is cut, or slow, for as long as the fault lasts. */
final class NetworkWorker implements Worker {

  private final String part;
  private final FaultyProxy proxy;
  private final Duration delay;
  private long before;

  private NetworkWorker(String part, FaultyProxy proxy, Duration delay) {
    this.part = part;
    this.proxy = proxy;
    this.delay = delay;
  }

  static NetworkWorker cut(String part, FaultyProxy proxy) {
    return new NetworkWorker(part, proxy, Duration.ZERO);
  }

  static NetworkWorker slow(String part, FaultyProxy proxy, Duration delay) {
    return new NetworkWorker(part, proxy, delay);
  }

  @Override
  public String strike() {
    before = count();
    if (cuts()) {
      proxy.cut();
      return "the way to " + part + " is cut";
    }
    proxy.delay(delay);
    return "each piece on the way to " + part + " waits " + delay.toMillis() + " ms";
  }

  @Override
  public String beforeHealing() throws DidNotBite, InterruptedException {
    Await.until(
        cuts() ? "a connection to be cut" : "a piece to be slowed down", () -> count() > before);
    return (count() - before) + (cuts() ? " connections were cut" : " pieces have waited");
  }

  private boolean cuts() {
    return delay.isZero();
  }

  private long count() {
    return cuts() ? proxy.connectionsCut() : proxy.piecesDelayed();
  }

  @Override
  public void heal() {
    proxy.pass();
  }
}
