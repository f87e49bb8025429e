package dev.hookline.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.contract.Topics;
import dev.hookline.contract.settings.KafkaAccess;
import dev.hookline.schema.AuditQueries;
import dev.hookline.schema.LogCut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One audit: fixes the cut, reads the log up to it, waits until what was to come of it has come,
 * reads the rows, compares, recounts.
 */
public final class Audit {

  /** How many rows from beyond the cut are looked at. */
  private static final int MAX_BEYOND = 100_000;

  private final AuditSettings settings;
  private final KafkaAccess access;
  private final Consumer<String> progress;

  /**
   * An audit over a Kafka that asks nobody who he is; nothing is asked yet.
   *
   * @param settings where the parts are, and how long to wait
   * @param progress is told what is going on, for a person
   */
  public Audit(AuditSettings settings, Consumer<String> progress) {
    this(settings, KafkaAccess.NONE, progress);
  }

  /**
   * An audit; nothing is asked yet.
   *
   * @param settings where the parts are, and how long to wait
   * @param access how Kafka lets its clients in
   * @param progress is told what is going on, for a person
   */
  public Audit(AuditSettings settings, KafkaAccess access, Consumer<String> progress) {
    this.settings = settings;
    this.access = access;
    this.progress = progress;
  }

  /**
   * Runs it. May be run again.
   *
   * @return what was found; with {@code settled} false when the bound came first
   * @throws AuditException when Kafka or ClickHouse does not answer, so that nothing can be said
   * @throws InterruptedException when the thread is interrupted
   */
  public AuditReport run() throws InterruptedException {
    try (WebhookLog log = new WebhookLog(settings.kafka(), access, Topics.WEBHOOK_EVENTS);
        AuditTables tables =
            new AuditTables(
                settings.clickHouse(), settings.user(), settings.password(), settings.database())) {
      LogCut cut = log.now();
      AuditComparison comparison = new AuditComparison(cut);
      progress.accept("reading " + cut.size() + " offsets of " + Topics.WEBHOOK_EVENTS);
      log.read(cut, comparison, read -> progress.accept(read + " records read"));
      AuditQueries queries = new AuditQueries(settings.database(), Topics.WEBHOOK_EVENTS, cut);
      Settling settling =
          new Settling(
              new Parts(log, tables, cut, queries),
              Waiting.REAL,
              settings.firingAndFlush(),
              progress);
      boolean settled = settling.await(cut, settings.bound());
      progress.accept("comparing rows");
      compare(log, tables, queries, comparison);
      AuditComparison.Findings findings = comparison.findings();
      List<AuditReport.Example> copies =
          findings.physicalDuplicates() == 0 ? List.of() : copies(tables, queries);
      Recounts recounts =
          new Recounts(tables, () -> hasGrown(log, cut), settings.firingAndFlush(), progress);
      progress.accept("recounting the aggregates");
      Recounts.Hours hours = recounts.hours(queries.aggregateSummary());
      Recounts.View view = recounts.view(queries.viewSummary());
      List<AuditReport.Example> examples = new ArrayList<>();
      if (!settled) {
        examples.add(new AuditReport.Example("settled", settling.reason()));
      }
      if (findings.accepted() == 0) {
        examples.add(
            new AuditReport.Example("accepted", "the log holds no record: nothing was compared"));
      }
      examples.addAll(comparison.examples());
      examples.addAll(copies);
      examples.addAll(cells("aggregate_difference", hours.differing()));
      examples.addAll(cells("view_difference", view.differing()));
      return report(settled, cut, findings, hours, view, examples);
    } catch (IOException e) {
      throw new AuditException(e.getMessage(), e);
    }
  }

  private AuditReport report(
      boolean settled,
      LogCut cut,
      AuditComparison.Findings findings,
      Recounts.Hours hours,
      Recounts.View view,
      List<AuditReport.Example> examples) {
    return new AuditReport(
        settled,
        cut,
        findings,
        new AuditReport.Aggregates(hours.cells(), hours.unverified(), hours.differing().count()),
        new AuditReport.Views(view.cells(), view.differing().count(), view.fewer().count()),
        settings.afterReplay(),
        examples);
  }

  private static List<AuditReport.Example> cells(String field, Recounts.Cells cells) {
    return cells.texts().stream()
        .limit(AuditComparison.EXAMPLES_PER_FIELD)
        .map(cell -> new AuditReport.Example(field, cell))
        .toList();
  }

  private static void compare(
      WebhookLog log, AuditTables tables, AuditQueries queries, AuditComparison comparison)
      throws IOException {
    tables.rows(
        queries.rejectedRows(),
        row ->
            comparison.reject(
                row.get(3).asInt(),
                row.get(4).asLong(),
                row.get(0).asText() + ":" + row.get(1).asText() + ":" + row.get(2).asText(),
                row.get(5).asText()));
    tables.rows(queries.eventRows(), row -> comparison.row(eventRow(row)));
    tables.rows(queries.physicalRows(), row -> comparison.physicalRow(eventRow(row)));
    tables.rows(queries.doubledElsewhere(), row -> comparison.rowElsewhere(eventRow(row)));
    // More than that many at once were not taken by retention one by one: they are lost.
    List<String> missing = comparison.missing(AuditQueries.MAX_IDENTITIES);
    if (!missing.isEmpty()) {
      tables.rows(queries.rowsOf(missing), row -> comparison.rowElsewhere(eventRow(row)));
    }
    List<EventRow> beyond = new ArrayList<>();
    // First the rows, then the log: a row's record was there before it.
    tables.rows(queries.rowsBeyond(comparison.cut()), row -> keep(beyond, eventRow(row)));
    LogCut now = log.now();
    beyond.stream()
        .filter(row -> !now.spans().containsKey(row.partition()) || row.offset() >= end(now, row))
        .forEach(comparison::rowFromNowhere);
  }

  private static void keep(List<EventRow> rows, EventRow row) {
    if (rows.size() == MAX_BEYOND) {
      throw new AuditException(
          "more than "
              + MAX_BEYOND
              + " events came while the audit ran, too many to look at: run it again when less comes");
    }
    rows.add(row);
  }

  private static long end(LogCut log, EventRow row) {
    return log.spans().get(row.partition()).to();
  }

  private static EventRow eventRow(JsonNode row) {
    return new EventRow(
        row.get(0).asText(),
        row.get(1).asText(),
        row.get(2).asText(),
        row.get(3).asInt(),
        row.get(4).asLong(),
        row.get(5).asText(),
        row.get(6).asInt() != 0,
        row.path(7).asText(""));
  }

  /** Of rows that lie there more than once a few, with why they may. */
  private static List<AuditReport.Example> copies(AuditTables tables, AuditQueries queries)
      throws IOException {
    List<AuditReport.Example> examples = new ArrayList<>();
    tables.rows(
        queries.physicalCopies(AuditComparison.EXAMPLES_PER_FIELD),
        row ->
            examples.add(
                new AuditReport.Example(
                    "physical_duplicates",
                    String.format(
                        "the event at partition %s, offset %s lies there %s times, %s",
                        row.get(0).asText(),
                        row.get(1).asText(),
                        row.get(2).asText(),
                        row.get(3).asLong() == 1
                            ? "in one block: it was taken again when its token was forgotten"
                            : "in "
                                + row.get(3).asText()
                                + " blocks: its record was read again"))));
    return examples;
  }

  private static boolean hasGrown(WebhookLog log, LogCut cut) {
    LogCut now = log.now();
    return cut.spans().entrySet().stream()
        .anyMatch(span -> now.spans().get(span.getKey()).to() > span.getValue().to());
  }

  /** The running parts, as {@link Settling} looks at them. */
  private final class Parts implements JobProgress {
    private final WebhookLog log;
    private final AuditTables tables;
    private final LogCut cut;
    private final AuditQueries queries;
    private final FlinkRest flink = new FlinkRest(settings.flink());

    Parts(WebhookLog log, AuditTables tables, LogCut cut, AuditQueries queries) {
      this.log = log;
      this.tables = tables;
      this.cut = cut;
      this.queries = queries;
    }

    @Override
    public Map<Integer, Long> committedOffsets() throws IOException {
      return log.committed(settings.group());
    }

    @Override
    public long completedCheckpoints() throws IOException {
      Optional<FlinkRest.Job> job = flink.job();
      if (job.isEmpty()) {
        throw new IOException("Flink at " + settings.flink() + " runs no job");
      }
      return flink.checkpoints(job.get().id()).completed();
    }

    /** The windows go on changing for good while deliveries come in; then only the rows count. */
    @Override
    public String counts() throws IOException {
      boolean live = hasGrown(log, cut);
      Set<String> counts = new HashSet<>();
      tables.rows(
          queries.counts(),
          row ->
              counts.add(
                  String.format(
                      "%s rows, %s seen, %s rejected%s",
                      row.get(0).asText(),
                      row.get(1).asText(),
                      row.get(2).asText(),
                      live ? "" : ", windows " + row.get(3).asText())));
      return String.join("", counts);
    }
  }
}
