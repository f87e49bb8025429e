package dev.hookline.schema;

import dev.hookline.schema.internal.MigrationFiles;
import dev.hookline.schema.internal.SqlTemplate;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The audit's questions as SQL, for one database and one cut through the log. Each is one SELECT
 * that a read-only user may ask. The texts are resources under {@code /audit}; docs/audit.md says
 * what the answers mean.
 *
 * <p>The rows of {@link #eventRows}, {@link #physicalRows}, {@link #doubledElsewhere}, {@link
 * #rowsOf} and {@link #rowsBeyond} all have the columns org, source, event_id, kafka_partition,
 * kafka_offset, content_hash and late.
 */
public final class AuditQueries {

  /** How many cells that differ {@link #aggregateSummary} and {@link #viewSummary} show at most. */
  public static final int MAX_CELLS = 1_000;

  /** How many identities {@link #rowsOf} takes at most. */
  public static final int MAX_IDENTITIES = 1_000;

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{32}");

  private final String database;
  private final LogCut cut;
  private final SqlTemplate template;

  /**
   * Questions about a database.
   *
   * @param database its name
   * @param topic the topic that rejected_events must name
   * @param cut what to look at
   * @throws IllegalArgumentException when the database's name is none
   */
  public AuditQueries(String database, String topic, LogCut cut) {
    this.database = database;
    this.cut = cut;
    this.template =
        new SqlTemplate()
            .identifier("database", database)
            .text("topic", topic)
            .sql("in_cut", cut.inCutSql())
            .sql("beyond_cut", cut.beyondSql());
  }

  /**
   * What readers see inside the cut.
   *
   * @return SQL
   */
  public String eventRows() {
    return template.fill(text("event_rows"));
  }

  /**
   * Every row inside the cut as it lies there, without FINAL; with one more column, payload_hash:
   * the SHA-256 of its payload in hex, empty where that is NULL.
   *
   * @return SQL
   */
  public String physicalRows() {
    return template.fill(text("physical_rows"));
  }

  /**
   * The rejects inside the cut: org, source, event_id, kafka_partition, kafka_offset, reason.
   *
   * @return SQL
   */
  public String rejectedRows() {
    return template.fill(text("rejected_rows"));
  }

  /**
   * Rows outside of the cut whose identity has a row inside it.
   *
   * @return SQL
   */
  public String doubledElsewhere() {
    return template.fill(text("doubled_elsewhere"));
  }

  /**
   * The rows of some identities, inside the cut or not.
   *
   * @param hashes of each identity's text the first 16 bytes of its SHA-256 as 32 lower-case hex
   *     digits; 1 to {@link #MAX_IDENTITIES}
   * @return SQL
   * @throws IllegalArgumentException when there are none, too many, or one is no such hash
   */
  public String rowsOf(Collection<String> hashes) {
    if (hashes.isEmpty() || hashes.size() > MAX_IDENTITIES) {
      throw new IllegalArgumentException(
          "1 to " + MAX_IDENTITIES + " identities at a time; got " + hashes.size());
    }
    for (String hash : hashes) {
      if (!HASH.matcher(hash).matches()) {
        throw new IllegalArgumentException("an identity's hash is 32 hex digits; got " + hash);
      }
    }
    String list = hashes.stream().collect(Collectors.joining("', '", "'", "'"));
    return template.sql("hashes", list).fill(text("rows_of"));
  }

  /**
   * Rows that come from a place that a log does not have.
   *
   * @param log the log as it is, which may have grown since the cut
   * @return SQL
   */
  public String rowsBeyond(LogCut log) {
    return new SqlTemplate()
        .identifier("database", database)
        .sql("beyond_cut", log.beyondSql())
        .fill(text("rows_beyond"));
  }

  /**
   * How much is there: physical_rows, rows, rejected, windows (a sum over all windows).
   *
   * @return SQL
   */
  public String counts() {
    return template.fill(text("counts"));
  }

  /**
   * Every cell that the payloads or the reading view have a number for: org, source, person_id,
   * hour, metric, recounted, stored, unverified.
   *
   * @return SQL
   */
  public String aggregateCells() {
    SqlTemplate parts =
        new SqlTemplate()
            .identifier("database", database)
            .sql("beyond_cut", cut.beyondSql())
            .sql("bodies", template.fill(text("bodies")));
    return parts.sql("recount", parts.fill(text("recount"))).fill(text("aggregate_cells"));
  }

  /**
   * One row: cells, unverified_cells, differing_cells, and in the array examples, as texts, up to
   * {@link #MAX_CELLS} of those that differ.
   *
   * @return SQL
   */
  public String aggregateSummary() {
    return new SqlTemplate()
        .sql("aggregate_cells", aggregateCells())
        .sql("limit", Integer.toString(MAX_CELLS))
        .fill(text("aggregate_summary"));
  }

  /**
   * Every cell of v_events_by_hour or of a count over v_events: org, source, event_type, hour,
   * recounted, stored, recounted_size, stored_size, unverified.
   *
   * @return SQL
   */
  public String viewCells() {
    return template.fill(text("view_cells"));
  }

  /**
   * One row: cells, differing_cells, fewer_cells (those of them whose view has fewer events than
   * there are), and as arrays of texts up to {@link #MAX_CELLS} examples of those that differ and
   * fewer_examples of those with fewer.
   *
   * @return SQL
   */
  public String viewSummary() {
    return new SqlTemplate()
        .sql("view_cells", viewCells())
        .sql("limit", Integer.toString(MAX_CELLS))
        .fill(text("view_summary"));
  }

  /**
   * Identities with more than one physical row inside the cut: in_partition, at_offset, rows,
   * blocks (of how many blocks the rows are).
   *
   * @param limit how many at most, at least 1
   * @return SQL
   */
  public String physicalCopies(int limit) {
    return template.sql("limit", Integer.toString(limit)).fill(text("physical_copies"));
  }

  private static String text(String name) {
    return MigrationFiles.resource("/audit/" + name + ".sql");
  }
}
