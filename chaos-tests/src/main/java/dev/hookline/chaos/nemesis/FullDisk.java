package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.stack.SmallDisk;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.ClickHouseHttp;

/** No space is left where ClickHouse keeps its data. */
final class FullDisk implements Worker {

  private final SmallDisk disk;
  private final ClickHouseHttp sql;

  FullDisk(SmallDisk disk, ClickHouseHttp sql) {
    this.disk = disk;
    this.sql = sql;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    sql.text(
        "CREATE TABLE IF NOT EXISTS chaos_probe (n UInt64) ENGINE = MergeTree ORDER BY n", "TSV");
    long taken = disk.fill();
    String refusal =
        Await.seen(
            "ClickHouse to refuse an insert", () -> java.util.Optional.ofNullable(refusal()));
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

  @Override
  public void heal() throws InterruptedException {
    disk.empty();
    try {
      Await.until("ClickHouse to take an insert again", () -> refusal() == null);
    } catch (DidNotBite e) {
      throw new IllegalStateException("the disk has space again: " + e.getMessage(), e);
    }
  }
}
