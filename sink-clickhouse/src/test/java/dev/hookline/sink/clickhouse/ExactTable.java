package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A replay-safe table of numbered rows with a materialized view, and what "exactly once" means for
 * both. Nothing is merged, so a row that came twice is seen.
 */
final class ExactTable {
  static final TableSchema SCHEMA =
      TableSchema.of(
          Column.of("n", "UInt64"),
          Column.of("at", "DateTime64(3, 'UTC')"),
          Column.of("v", "Int64"),
          Column.of("p", "String"));

  /** Rows are spread over this many months, and so over as many blocks at once. */
  static final int MONTHS = 3;

  private static final long MONTH_MILLIS = Duration.ofDays(31).toMillis();
  private static final String NO_MERGES =
      ", max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1";

  private final TestServer server;
  private final String name;

  private ExactTable(TestServer server, String name) {
    this.server = server;
    this.name = name;
  }

  static ExactTable create(TestServer server, String name) {
    return create(server, name, 10_000);
  }

  /**
   * Makes table, view and its target.
   *
   * @param window the blocks that table and target remember
   */
  static ExactTable create(TestServer server, String name, int window) {
    ExactTable table = new ExactTable(server, name);
    String settings = " SETTINGS non_replicated_deduplication_window = " + window + NO_MERGES;
    table.run(
        "CREATE TABLE $t (n UInt64, at DateTime64(3, 'UTC'), v Int64, p String, ingest_block UUID)"
            + " ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY n"
            + settings);
    table.run(
        "CREATE TABLE $t_totals (bucket UInt64, rows UInt64, total Int64, ingest_block UUID)"
            + " ENGINE = ReplacingMergeTree ORDER BY (bucket, ingest_block)"
            + settings);
    // A switch with which a test makes the view throw, and which is no change of the view.
    table.run("CREATE TABLE $t_switch (k UInt8, broken UInt8) ENGINE = Join(ANY, LEFT, k)");
    table.run(
        "CREATE MATERIALIZED VIEW $t_mv TO $t_totals AS SELECT intDiv(n, 100) AS bucket, count() AS"
            + " rows, sum(v) + sum(throwIf(joinGet('$t_switch', 'broken', 0) > 0, 'the view is"
            + " broken')) AS total, ingest_block FROM $t GROUP BY bucket, ingest_block");
    return table;
  }

  String name() {
    return name;
  }

  String database() {
    return server.database();
  }

  /** From now on the view throws. */
  void breakView() {
    run("INSERT INTO $t_switch VALUES (0, 1)");
  }

  /** Makes the view one that {@link #slowViewDown} works on. */
  void letViewBeSlowedDown() {
    // Without the setting both branches are evaluated, and every row sleeps.
    run(
        "ALTER TABLE $t_mv MODIFY QUERY SELECT intDiv(n, 100) AS bucket, count() AS rows, sum(v) +"
            + " sum(if(joinGet('$t_switch', 'broken', 0) = 2, sleepEachRow(0.3), 0)) AS total,"
            + " ingest_block FROM $t GROUP BY bucket, ingest_block SETTINGS"
            + " short_circuit_function_evaluation = 'force_enable',"
            + " function_sleep_max_microseconds_per_block = 60000000");
  }

  /** From now on a full block takes 30 s from the table into the view. */
  void slowViewDown() {
    run("INSERT INTO $t_switch VALUES (0, 2)");
  }

  /** The view is as it was at first, quick and sound. */
  void mendView() {
    run("TRUNCATE TABLE $t_switch");
  }

  /** A sink for numbers; a block is full at 100 rows. */
  ClickHouseSinkBuilder<Long> sink(String endpoint) {
    return sink(endpoint, server.clickHouse().password(), server.database(), name);
  }

  /** The same for a process that only knows where the table is. */
  static ClickHouseSinkBuilder<Long> sink(
      String endpoint, String password, String database, String name) {
    return ClickHouseSink.<Long>builder()
        .endpoint(endpoint)
        .user(EmbeddedClickHouse.WRITER)
        .password(password)
        .database(database)
        .table(name)
        .schema(SCHEMA)
        .rowMapper(
            (n, row) ->
                row.integer("n", n)
                    .timestampMillis("at", at(n))
                    .integer("v", 2 * n)
                    .string("p", p(n)))
        .partitionedBy("toYYYYMM(at)", n -> n % MONTHS)
        .maxBlockRows(100)
        .deliveryMode(DeliveryMode.EXACTLY_ONCE);
  }

  static long at(long n) {
    return Duration.ofDays(19_000).toMillis() + (n % MONTHS) * MONTH_MILLIS;
  }

  /** 160 characters that compress badly, and are a function of the number. */
  private static String p(long n) {
    Random random = new Random(n);
    StringBuilder text = new StringBuilder(160);
    for (int i = 0; i < 10; i++) {
      text.append(Long.toHexString(random.nextLong() | Long.MIN_VALUE));
    }
    return text.toString();
  }

  /** Table, FINAL and view hold the numbers below {@code rows}, each once. */
  void holdsExactly(long rows) {
    assertThat(number("SELECT count() FROM $t")).as("rows without FINAL").isEqualTo(rows);
    holdsExactlyUnderFinal(rows);
    assertThat(number("SELECT sum(rows) FROM $t_totals"))
        .as("rows counted by the view, without FINAL")
        .isEqualTo(rows);
  }

  /** As {@link #holdsExactly}, where copies may lie in the parts. */
  void holdsExactlyUnderFinal(long rows) {
    holdsExactlyUnderFinalAndCountsInTheView(rows, rows);
    assertThat(number("SELECT sum(total) FROM $t_totals FINAL"))
        .as("their sum in the view")
        .isEqualTo(rows * (rows - 1));
  }

  /**
   * As {@link #holdsExactlyUnderFinal}, where rows were sealed a second time.
   *
   * @param counted by the view, which counts the blocks of both times
   */
  void holdsExactlyUnderFinalAndCountsInTheView(long rows, long counted) {
    long sum = rows * (rows - 1);
    assertThat(number("SELECT uniqExact(n) FROM $t WHERE n < " + rows))
        .as("numbers that are there")
        .isEqualTo(rows);
    assertThat(number("SELECT count() FROM $t FINAL")).as("rows with FINAL").isEqualTo(rows);
    assertThat(number("SELECT sum(v) FROM $t FINAL")).as("their sum").isEqualTo(sum);
    assertThat(number("SELECT sum(rows) FROM $t_totals FINAL"))
        .as("rows counted by the view")
        .isEqualTo(counted);
  }

  long rows() {
    return number("SELECT count() FROM $t");
  }

  /** The tokens in the order in which the server took the blocks. */
  List<String> tokensInOrder() {
    return server
        .rows(
            sql(
                "SELECT toString(any(ingest_block)) AS b FROM $t GROUP BY _part ORDER BY"
                    + " toUInt64(splitByChar('_', _part)[2])"))
        .stream()
        .map(row -> row.getString("b"))
        .toList();
  }

  long number(String select) {
    return server.number(sql(select));
  }

  void run(String statement) {
    server.run(sql(statement));
  }

  private String sql(String statement) {
    return statement.replace("$t", "$db." + name);
  }
}
