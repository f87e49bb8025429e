package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.SmallDisk;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.proxy.AnswerWatch;
import dev.hookline.devstack.proxy.FaultyProxy;
import java.util.Optional;

/**
 * No space is left where ClickHouse keeps its data, until it has refused an insert of the job's for
 * that reason. A table of its own tells whether the disk counts as full and as mended.
 */
final class FullDisk implements Worker {

  /** NOT_ENOUGH_SPACE, in the head of an answer. */
  private static final String NO_ROOM = "X-ClickHouse-Exception-Code: 243\r\n";

  /**
   * Any of the job's: a writer of hours that is refused holds up the checkpoint, and until that has
   * completed no insert of events is due.
   */
  private static final String INSERT = "INSERT";

  /** What is filled. */
  interface Space {
    /** Takes all that is left; how many bytes that were. */
    long take();

    /** Gives it back. */
    void giveBack();
  }

  private final Space space;
  private final ClickHouseHttp sql;
  private final FaultyProxy proxy;
  private AnswerWatch refused;

  /**
   * @param sql ClickHouse past the proxy
   * @param proxy what the job's inserts pass
   */
  FullDisk(Space space, ClickHouseHttp sql, FaultyProxy proxy) {
    this.space = space;
    this.sql = sql;
    this.proxy = proxy;
  }

  static FullDisk of(SmallDisk disk, ClickHouseHttp sql, FaultyProxy proxy) {
    Space space =
        new Space() {
          @Override
          public long take() {
            return disk.fill();
          }

          @Override
          public void giveBack() {
            disk.empty();
          }
        };
    return new FullDisk(space, sql, proxy);
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    sql.text(
        "CREATE TABLE IF NOT EXISTS chaos_probe (n UInt64) ENGINE = MergeTree ORDER BY n", "TSV");
    long taken = space.take();
    refused = proxy.watch(INSERT, NO_ROOM);
    String refusal =
        Await.seen("ClickHouse to refuse an insert", () -> Optional.ofNullable(refusal()));
    return taken + " bytes were taken, and ClickHouse refuses an insert: " + refusal;
  }

  private String refusal() {
    try {
      sql.text("INSERT INTO chaos_probe SELECT number FROM numbers(100000)", "TSV");
      return null;
    } catch (CliFailure e) {
      return e.getMessage().lines().findFirst().orElse("no message");
    }
  }

  /** The job inserts after each checkpoint, and until then the disk stays full. */
  @Override
  public String beforeHealing() throws DidNotBite, InterruptedException {
    Await.until("an insert of the job's to be refused for want of room", () -> refused.seen() > 0);
    return "inserts by the job that were refused for want of room: " + refused.seen();
  }

  @Override
  public void heal() throws InterruptedException {
    if (refused != null) {
      refused.close();
    }
    space.giveBack();
    try {
      Await.until("ClickHouse to take an insert again", () -> refusal() == null);
    } catch (DidNotBite e) {
      throw new IllegalStateException("the disk has space again: " + e.getMessage(), e);
    }
  }
}
