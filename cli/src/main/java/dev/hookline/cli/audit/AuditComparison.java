package dev.hookline.cli.audit;

import dev.hookline.contract.RejectReason;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.schema.LogCut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the log with the rows. It asks nobody: records go in first, then rejects and rows in any
 * order, and the findings come out. Holds about 200 bytes per record, whatever the size of the
 * body.
 */
public final class AuditComparison {

  /** How many examples of each field are kept. */
  static final int EXAMPLES_PER_FIELD = 5;

  /** An event with one of these has a row all the same: the first body's, or its own. */
  private static final Set<String> BESIDE_A_ROW =
      Set.of(RejectReason.IDENTITY_CONFLICT.wireName(), RejectReason.WINDOW_EXPIRED.wireName());

  private final LogCut cut;
  private final Map<IdentityHash, Tally> identities = new HashMap<>();
  private final Map<Integer, Map<Long, Place>> places = new HashMap<>();
  private final List<AuditReport.Example> examples = new ArrayList<>();
  private final Map<String, Integer> examplesOf = new HashMap<>();
  private final Set<List<Long>> rejectedPlaces = new HashSet<>();
  private long undecodable;
  private long rows;
  private long late;
  private long invented;
  private long payloadMismatch;
  private long expired;

  /**
   * What was found.
   *
   * @param accepted different identities in the log; a record that holds none counts as one
   * @param rejected records that are in rejected_events instead of a row, or beside one as the
   *     second body of an identity
   * @param late rows that say they came late
   * @param rows rows that readers see
   * @param lost identities in the log with neither a row nor a reject
   * @param invented rows whose identity is not in the log
   * @param duplicates identities with more than one row
   * @param payloadMismatch physical rows whose content hash is not that of the record they come
   *     from
   * @param physicalDuplicates physical rows beyond the first of each identity
   * @param expired events that came in time and found their window gone
   */
  public record Findings(
      long accepted,
      long rejected,
      long late,
      long rows,
      long lost,
      long invented,
      long duplicates,
      long payloadMismatch,
      long physicalDuplicates,
      long expired) {}

  /**
   * One record of the log: whose it is (null: it says nothing readable), what it holds, and what of
   * it is stored (null: nothing).
   */
  private record Place(IdentityHash identity, BodyHash body, BodyHash payload) {}

  /** What was seen of one identity. Mutable: there is one for each. */
  private static final class Tally {
    private final int partition;
    private final long offset;
    private int rows;
    private int physicalRows;
    private int records;
    private int rejected;

    Tally(int partition, long offset) {
      this.partition = partition;
      this.offset = offset;
    }
  }

  /**
   * A comparison.
   *
   * @param cut the offsets that are compared; a row that comes from elsewhere is not
   */
  public AuditComparison(LogCut cut) {
    this.cut = cut;
  }

  /** What is compared. */
  LogCut cut() {
    return cut;
  }

  /**
   * Takes a record of the log.
   *
   * @param partition where it is
   * @param offset where it is
   * @param record what it holds; not kept
   */
  public void record(int partition, long offset, WebhookRecord record) {
    IdentityHash hash = IdentityHash.of(record.identity().toString());
    identities.computeIfAbsent(hash, h -> new Tally(partition, offset)).records++;
    BodyHash payload = StoredPayload.hashOf(record).orElse(null);
    place(partition, offset, new Place(hash, BodyHash.of(record.body()), payload));
  }

  /**
   * Takes a record from which no identity can be read.
   *
   * @param partition where it is
   * @param offset where it is
   * @param body its value; null where it has none
   */
  public void undecodableRecord(int partition, long offset, byte[] body) {
    undecodable++;
    place(partition, offset, new Place(null, BodyHash.of(body == null ? new byte[0] : body), null));
  }

  private void place(int partition, long offset, Place place) {
    places.computeIfAbsent(partition, p -> new HashMap<>()).put(offset, place);
  }

  /**
   * Takes a row of rejected_events that comes from inside the cut.
   *
   * @param partition where its record is
   * @param offset where its record is
   * @param identity what it says; may be an identity's text or nothing of use
   * @param reason why
   */
  public void reject(int partition, long offset, String identity, String reason) {
    if (!cut.contains(partition, offset)) {
      return;
    }
    if (reason.equals(RejectReason.WINDOW_EXPIRED.wireName())) {
      expired++;
      example("expired", identity + " at " + at(partition, offset) + ": its window was gone");
      return;
    }
    boolean first = rejectedPlaces.add(List.of((long) partition, offset));
    Place place = placeAt(partition, offset);
    if (!first || BESIDE_A_ROW.contains(reason) || place == null || place.identity() == null) {
      return;
    }
    // A reject excuses the record at its place, and no other one of the same identity; nor one that
    // is another event's, as after the topic was made anew.
    if (identity.startsWith(":") || IdentityHash.of(identity).equals(place.identity())) {
      identities.get(place.identity()).rejected++;
    }
  }

  /**
   * Takes a row that readers see and that comes from inside the cut.
   *
   * @param row not null
   */
  public void row(EventRow row) {
    if (!cut.contains(row.partition(), row.offset())) {
      return;
    }
    rows++;
    late += row.late() ? 1 : 0;
    Tally tally = identities.get(IdentityHash.of(row.identity()));
    if (tally == null) {
      invented(row, "no record has this identity");
    } else {
      tally.rows++;
    }
  }

  /**
   * Takes a row that readers see, that comes from outside of the cut and has an identity inside it:
   * the first copy of an event whose record retention has taken, or a second row.
   *
   * @param row not null
   */
  public void rowElsewhere(EventRow row) {
    Tally tally = identities.get(IdentityHash.of(row.identity()));
    if (tally != null && !cut.contains(row.partition(), row.offset())) {
      tally.rows++;
    }
  }

  /**
   * Takes a row that comes from where the log has nothing, not even by now.
   *
   * @param row not null
   */
  public void rowFromNowhere(EventRow row) {
    invented(row, "the log does not reach there");
  }

  private void invented(EventRow row, String why) {
    invented++;
    example("invented", row.identity() + " at " + row.place() + ": " + why);
  }

  /**
   * Takes a row as it lies in the table, whether readers see it or not.
   *
   * @param row not null
   */
  public void physicalRow(EventRow row) {
    Tally tally = identities.get(IdentityHash.of(row.identity()));
    if (tally == null || !cut.contains(row.partition(), row.offset())) {
      return;
    }
    tally.physicalRows++;
    String fault = fault(row, placeAt(row.partition(), row.offset()));
    if (!fault.isEmpty()) {
      payloadMismatch++;
      example("payload_mismatch", row.identity() + " at " + row.place() + ": " + fault);
    }
  }

  private static String fault(EventRow row, Place place) {
    if (place == null) {
      return "there is no record there";
    }
    if (!IdentityHash.of(row.identity()).equals(place.identity())) {
      return "the record there is another event's";
    }
    if (!place.body().is(row.contentHash())) {
      return "the row has hash " + row.contentHash() + ", the record " + place.body();
    }
    String stored = place.payload() == null ? "" : place.payload().toString();
    return stored.equals(row.payloadHash()) ? "" : "the row's payload is not the record's";
  }

  /**
   * Identities with neither row nor reject so far, as {@link
   * dev.hookline.schema.AuditQueries#rowsOf} takes them. Their rows may lie outside of the cut: who
   * finds one passes it to {@link #rowElsewhere}.
   *
   * @param limit how many at most
   * @return 32 hex digits each
   */
  List<String> missing(int limit) {
    return identities.entrySet().stream()
        .filter(entry -> isLost(entry.getValue()))
        .limit(limit)
        .map(entry -> entry.getKey().hex())
        .toList();
  }

  /**
   * What was found, when everything has been put in.
   *
   * @return never null
   */
  public Findings findings() {
    long lost = 0;
    long duplicates = 0;
    long physicalDuplicates = 0;
    for (Tally tally : identities.values()) {
      if (isLost(tally)) {
        lost++;
        example("lost", "the event at " + at(tally.partition, tally.offset));
      }
      if (tally.rows > 1) {
        duplicates++;
        example(
            "duplicates",
            "the event at " + at(tally.partition, tally.offset) + " has " + tally.rows + " rows");
      }
      physicalDuplicates += Math.max(0, tally.physicalRows - 1);
    }
    return new Findings(
        identities.size() + undecodable,
        rejectedPlaces.size(),
        late,
        rows,
        lost + lostUndecodable(),
        invented,
        duplicates,
        payloadMismatch,
        physicalDuplicates,
        expired);
  }

  /**
   * A few of what is wrong; complete after {@link #findings}.
   *
   * @return at most five of each field
   */
  public List<AuditReport.Example> examples() {
    return List.copyOf(examples);
  }

  private long lostUndecodable() {
    long lost = 0;
    for (Map.Entry<Integer, Map<Long, Place>> partition : places.entrySet()) {
      for (Map.Entry<Long, Place> entry : partition.getValue().entrySet()) {
        List<Long> key = List.of(partition.getKey().longValue(), entry.getKey());
        if (entry.getValue().identity() == null && !rejectedPlaces.contains(key)) {
          lost++;
          example("lost", "the unreadable record at " + at(partition.getKey(), entry.getKey()));
        }
      }
    }
    return lost;
  }

  private static boolean isLost(Tally tally) {
    return tally.rows == 0 && tally.rejected < tally.records;
  }

  private Place placeAt(int partition, long offset) {
    return places.getOrDefault(partition, Map.of()).get(offset);
  }

  private static String at(int partition, long offset) {
    return "partition " + partition + ", offset " + offset;
  }

  private void example(String field, String detail) {
    if (examplesOf.merge(field, 1, Integer::sum) <= EXAMPLES_PER_FIELD) {
      examples.add(new AuditReport.Example(field, detail));
    }
  }
}
