package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.proxy.FaultyProxy;
import java.time.Duration;
import java.util.Optional;

/** The way to a part is cut, or slow, for as long as the fault lasts. */
final class NetworkWorker implements Worker {

  private final String part;
  private final FaultyProxy proxy;
  private final Duration delay;
  private final Duration limit;
  private long before;

  /**
   * @param delay zero for a cut
   * @param limit how long the harm is waited for at most
   */
  NetworkWorker(String part, FaultyProxy proxy, Duration delay, Duration limit) {
    this.part = part;
    this.proxy = proxy;
    this.delay = delay;
    this.limit = limit;
  }

  static NetworkWorker cut(String part, FaultyProxy proxy) {
    return new NetworkWorker(part, proxy, Duration.ZERO, Await.LIMIT);
  }

  static NetworkWorker slow(String part, FaultyProxy proxy, Duration delay) {
    return new NetworkWorker(part, proxy, delay, Await.LIMIT);
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
    long now =
        Await.seen(
            cuts() ? "a connection to be cut" : "a piece to be slowed down",
            limit,
            () -> Optional.of(count()).filter(count -> count > before));
    return (now - before) + (cuts() ? " connections were cut" : " pieces have waited");
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
