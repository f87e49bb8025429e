package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.devstack.proxy.OneTimeFault;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.jobs.rows.HourRows;
import dev.hookline.jobs.rows.RejectRows;
import java.util.List;

/** One insert of the job's is cut in the middle of its body, or done and its answer lost. */
final class InsertWorker implements Worker {

  /** In the head of every insert of events, and of no other request. */
  static final String EVENTS = EventRows.TABLE;

  private static final int LEAST_BYTES_OF_A_BODY = 40;

  /**
   * Into which of its tables. Each gets an insert every few seconds under deliveries: events after
   * each checkpoint, hours that changed every 5 s, rejects a second after they were read, which one
   * delivery of fifty is.
   */
  enum Into {
    EVENTS(EventRows.TABLE, 400),
    HOURS(HourRows.TABLE, 100),
    REJECTS(RejectRows.TABLE, 100);

    /** Every second time events, since only they are written exactly once. */
    private static final List<Into> BY_CHOICE = List.of(EVENTS, EVENTS, HOURS, REJECTS);

    private final String table;
    private final int bodyBytes;

    /**
     * @param bodyBytes so many and {@link #LEAST_BYTES_OF_A_BODY} has the smallest body there is
     */
    Into(String table, int bodyBytes) {
      this.table = table;
      this.bodyBytes = bodyBytes;
    }

    static Into of(Fault fault) {
      return BY_CHOICE.get(fault.oneOf(BY_CHOICE.size()));
    }

    String table() {
      return table;
    }

    /** Where the body is cut. */
    int bytes(Fault fault) {
      return LEAST_BYTES_OF_A_BODY + fault.oneOf(bodyBytes);
    }

    int mostBytes() {
      return LEAST_BYTES_OF_A_BODY + bodyBytes;
    }
  }

  private final FaultyProxy proxy;
  private final String table;
  private final int bodyBytes;
  private OneTimeFault fault;

  private InsertWorker(FaultyProxy proxy, String table, int bodyBytes) {
    this.proxy = proxy;
    this.table = table;
    this.bodyBytes = bodyBytes;
  }

  /**
   * @param fault decides about the table, and how much of the body passes
   */
  static InsertWorker cut(FaultyProxy proxy, Fault fault) {
    Into into = Into.of(fault);
    return new InsertWorker(proxy, into.table(), into.bytes(fault));
  }

  /**
   * @param fault decides about the table
   */
  static InsertWorker swallowAnswer(FaultyProxy proxy, Fault fault) {
    return new InsertWorker(proxy, Into.of(fault).table(), 0);
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    fault = bodyBytes == 0 ? proxy.swallowAnswer(table) : proxy.cutBodyAfter(table, bodyBytes);
    Await.until("an insert into " + table, fault::bit);
    return bodyBytes == 0
        ? "ClickHouse answered an insert into " + table + " with 200, and the answer was lost"
        : "an insert into " + table + " was cut after " + bodyBytes + " bytes of its body";
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
