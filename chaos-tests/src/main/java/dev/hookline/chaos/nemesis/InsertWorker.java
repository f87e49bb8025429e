package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.OneTimeFault;

/** One insert of events is cut in the middle of its body, or done and its answer lost. */
final class InsertWorker implements Worker {

  /** In the head of every insert of events, and of no other request. */
  static final String EVENTS = "normalized_events";

  private final FaultyProxy proxy;
  private final int bodyBytes;
  private OneTimeFault fault;

  private InsertWorker(FaultyProxy proxy, int bodyBytes) {
    this.proxy = proxy;
    this.bodyBytes = bodyBytes;
  }

  /**
   * @param bodyBytes how much of the body passes
   */
  static InsertWorker cut(FaultyProxy proxy, int bodyBytes) {
    return new InsertWorker(proxy, bodyBytes);
  }

  static InsertWorker swallowAnswer(FaultyProxy proxy) {
    return new InsertWorker(proxy, 0);
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    fault = bodyBytes == 0 ? proxy.swallowAnswer(EVENTS) : proxy.cutBodyAfter(EVENTS, bodyBytes);
    Await.until("an insert of events", fault::bit);
    return bodyBytes == 0
        ? "ClickHouse answered an insert with 200, and the answer was lost"
        : "an insert was cut after " + bodyBytes + " bytes of its body";
  }

  /** One that was waited for in vain must not meet an insert of a later step. */
  @Override
  public void heal() {
    if (fault != null) {
      fault.disarm();
    }
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
