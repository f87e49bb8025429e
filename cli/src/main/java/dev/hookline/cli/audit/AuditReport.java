package dev.hookline.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.schema.LogCut;
import java.util.ArrayList;
import java.util.List;

/**
 * What the audit found. docs/audit.md defines each number.
 *
 * @param settled whether everything that was to come had come when the rows were read
 * @param cut the offsets that were compared
 * @param findings from the comparison, identity by identity
 * @param aggregates from the recount of people's hours
 * @param views from the recount of what a materialized view counts while rows are inserted
 * @param afterReplay whether copies and counts by block that exceed are no fault
 * @param examples a few of what is wrong, bounded per field
 */
public record AuditReport(
    boolean settled,
    LogCut cut,
    AuditComparison.Findings findings,
    Aggregates aggregates,
    Views views,
    boolean afterReplay,
    List<Example> examples) {

  /**
   * The recount of the aggregates.
   *
   * @param cells cells that either side has a number for
   * @param unverified those of them that could not be recounted
   * @param differing those that differ
   */
  public record Aggregates(long cells, long unverified, long differing) {}

  /**
   * The recount of v_events_by_hour.
   *
   * @param cells cells that were compared
   * @param differing those that differ
   * @param fewer those of them whose view has fewer events than there are
   */
  public record Views(long cells, long differing, long fewer) {}

  /**
   * Something that is wrong.
   *
   * @param field the number that it counts in, as the JSON calls it
   * @param detail which one, for a person
   */
  public record Example(String field, String detail) {}

  /** Copies the examples. */
  public AuditReport {
    examples = List.copyOf(examples);
  }

  /** What the numbers come to. */
  public enum Verdict {
    /** Settled, and nothing is wrong. */
    GOOD,
    /** Not settled, or something is wrong. */
    WRONG,
    /** Nothing is wrong, for there was nothing to compare: that proves nothing. */
    NOTHING_COMPARED
  }

  /**
   * The verdict.
   *
   * @return never null
   */
  public Verdict verdict() {
    if (!settled || !wrongFields().isEmpty()) {
      return Verdict.WRONG;
    }
    return findings.accepted() == 0 ? Verdict.NOTHING_COMPARED : Verdict.GOOD;
  }

  /**
   * Whether it is a success.
   *
   * @return true when it is settled, something was compared, and nothing is wrong
   */
  public boolean good() {
    return verdict() == Verdict.GOOD;
  }

  /**
   * The numbers that must be 0 and are not. After a replay rows may lie there more than once, and
   * the view may count more than there is; less is wrong then too.
   *
   * @return their names as the JSON calls them
   */
  public List<String> wrongFields() {
    List<String> wrong = new ArrayList<>();
    addIf(wrong, "lost", findings.lost());
    addIf(wrong, "invented", findings.invented());
    addIf(wrong, "duplicates", findings.duplicates());
    addIf(wrong, "payload_mismatch", findings.payloadMismatch());
    addIf(wrong, "physical_duplicates", afterReplay ? 0 : findings.physicalDuplicates());
    addIf(wrong, "expired", findings.expired());
    addIf(wrong, "aggregate_difference", aggregates.differing());
    addIf(wrong, "view_difference", afterReplay ? views.fewer() : views.differing());
    return wrong;
  }

  /**
   * Whether there are physical copies, or counts by block that exceed, and they are no fault.
   *
   * @return true only after a replay
   */
  public boolean leftByReplay() {
    return afterReplay && (findings.physicalDuplicates() != 0 || views.differing() != 0);
  }

  private static void addIf(List<String> wrong, String field, long count) {
    if (count != 0) {
      wrong.add(field);
    }
  }

  /**
   * The report as {@code hookline audit --json} prints it.
   *
   * @return a new object
   */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("settled", settled);
    ObjectNode from = json.putObject("from_offsets");
    ObjectNode to = json.putObject("to_offsets");
    cut.spans()
        .forEach(
            (partition, span) -> {
              from.put(partition.toString(), span.from());
              to.put(partition.toString(), span.to());
            });
    json.put("accepted", findings.accepted());
    json.put("rejected", findings.rejected());
    json.put("late", findings.late());
    json.put("rows", findings.rows());
    json.put("lost", findings.lost());
    json.put("invented", findings.invented());
    json.put("duplicates", findings.duplicates());
    json.put("payload_mismatch", findings.payloadMismatch());
    json.put("physical_duplicates", findings.physicalDuplicates());
    json.put("expired", findings.expired());
    json.put("aggregate_cells", aggregates.cells());
    json.put("unverified_cells", aggregates.unverified());
    json.put("aggregate_difference", aggregates.differing());
    json.put("view_cells", views.cells());
    json.put("view_difference", views.differing());
    json.put("after_replay", afterReplay);
    var list = json.putArray("examples");
    for (Example example : examples) {
      list.addObject().put("field", example.field()).put("detail", example.detail());
    }
    return json;
  }
}
