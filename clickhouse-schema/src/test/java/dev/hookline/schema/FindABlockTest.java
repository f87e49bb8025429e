package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.schema.internal.MigrationFiles;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sink's look for one block reads the granules that may hold it, and not the whole column. */
class FindABlockTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int BLOCKS = 30;
  private static final int GRANULE = 8192;

  /** What an index leaves, of what there was before it. */
  private static final Pattern GRANULES = Pattern.compile("Granules: (\\d+)/(\\d+)");

  private TestDatabase database;

  @BeforeEach
  void makeName() {
    database = new TestDatabase(STACK.clickHouse());
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void aBlockIsFoundByItsIndexAlsoInPartsThatAreOlder() {
    database.migrate(
        MigrationFiles.all().stream()
            .filter(migration -> migration.fileName().compareTo("V008") < 0)
            .toList());
    fill("normalized_events", "event_id");
    assertThat(explained("normalized_events")).as("before").doesNotContain("by_ingest_block");

    new Migrator(database.settings()).migrate();

    await("the index of the older parts")
        .atMost(LIMIT)
        .until(() -> read("normalized_events") < BLOCKS / 2);
    assertThat(database.rows("SELECT count()" + ofOneBlock("normalized_events")))
        .containsExactly(Integer.toString(GRANULE));
  }

  @ParameterizedTest
  @CsvSource({
    "normalized_events, event_id",
    "employee_metrics_hourly, person_id",
    "rejected_events, event_id",
    "events_by_hour, event_type"
  })
  void everyTableThatHoldsBlocksHasTheIndex(String table, String text) {
    new Migrator(database.settings()).migrate();
    fill(table, text);

    assertThat(explained(table)).contains("Name: by_ingest_block");
    assertThat(read(table)).as("granules that are read").isBetween(1L, BLOCKS / 2L);
  }

  /**
   * One part, in whose order each granule has rows of one block.
   *
   * @param text a column that is filled with something
   */
  private void fill(String table, String text) {
    database.run(
        "INSERT INTO DB.%s (%s, ingest_block) SETTINGS async_insert = 0, optimize_on_insert = 0 SELECT leftPad(toString(number), 9, '0'), toUUID(concat('018bcfe5-6800-7abc-8def-', leftPad(toString(intDiv(number, %d)), 12, '0'))) FROM numbers(%d)"
            .formatted(table, text, GRANULE, GRANULE * BLOCKS));
  }

  private static String ofOneBlock(String table) {
    return " FROM DB." + table + " WHERE ingest_block = '018bcfe5-6800-7abc-8def-000000000007'";
  }

  /** The question as the sink puts it. */
  private String explained(String table) {
    List<String> lines =
        database.rows("EXPLAIN indexes = 1 SELECT count() AS c" + ofOneBlock(table));
    return String.join("\n", lines);
  }

  /** Granules that are left after all indexes. */
  private long read(String table) {
    String explained = explained(table);
    Matcher granules = GRANULES.matcher(explained);
    long left = -1;
    while (granules.find()) {
      assertThat(left == -1 && Long.parseLong(granules.group(2)) < BLOCKS)
          .as("fewer granules than blocks: %s", explained)
          .isFalse();
      left = Long.parseLong(granules.group(1));
    }
    assertThat(left).as(explained).isNotEqualTo(-1);
    return left;
  }
}
