package dev.hookline.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hookline.schema.AuditQueries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The recounts by SQL. While deliveries go on, a count may be ahead of its events' rows or behind
 * them for as long as a firing and a flush take. So what differs then is looked at again after that
 * time, and only what differs by the same numbers still counts.
 */
final class Recounts {

  private final AuditTables tables;
  private final BooleanSupplier deliveriesGoOn;
  private final Duration firingAndFlush;
  private final Consumer<String> progress;

  Recounts(
      AuditTables tables,
      BooleanSupplier deliveriesGoOn,
      Duration firingAndFlush,
      Consumer<String> progress) {
    this.tables = tables;
    this.deliveriesGoOn = deliveriesGoOn;
    this.firingAndFlush = firingAndFlush;
    this.progress = progress;
  }

  /**
   * Recounts people's hours.
   *
   * @param sql {@link AuditQueries#aggregateSummary}
   */
  Hours hours(String sql) throws IOException, InterruptedException {
    return settled(
        sql,
        row -> new Hours(row.get(0).asLong(), row.get(1).asLong(), Cells.of(row, 2, 3)),
        Hours::differing,
        (hours, both) -> new Hours(hours.cells, hours.unverified, both));
  }

  /**
   * Recounts the view.
   *
   * @param sql {@link AuditQueries#viewSummary}
   */
  View view(String sql) throws IOException, InterruptedException {
    return settled(
        sql,
        row -> new View(row.get(0).asLong(), Cells.of(row, 1, 3), Cells.of(row, 2, 4)),
        View::differing,
        (view, both) -> new View(view.cells, both, view.fewer.alsoIn(both)));
  }

  private <T> T settled(
      String sql, Function<JsonNode, T> read, Function<T, Cells> differing, Narrowed<T> narrowed)
      throws IOException, InterruptedException {
    T first = once(sql, read);
    Cells before = differing.apply(first);
    if (before.count == 0 || !deliveriesGoOn.getAsBoolean()) {
      return first;
    }
    progress.accept("deliveries go on: looking again at " + before.count + " cells");
    Waiting.REAL.pause(firingAndFlush);
    T second = once(sql, read);
    Cells after = differing.apply(second);
    return before.isWhole() && after.isWhole() ? narrowed.to(second, after.alsoIn(before)) : second;
  }

  private <T> T once(String sql, Function<JsonNode, T> read) throws IOException {
    List<T> answers = new ArrayList<>();
    tables.rows(sql, row -> answers.add(read.apply(row)));
    return answers.get(0);
  }

  private interface Narrowed<T> {
    T to(T found, Cells differing);
  }

  /**
   * People's hours.
   *
   * @param cells cells that either side has a number for
   * @param unverified those of them that could not be recounted
   * @param differing those that differ
   */
  record Hours(long cells, long unverified, Cells differing) {}

  /**
   * The view.
   *
   * @param cells cells that were compared
   * @param differing those that differ
   * @param fewer those of them whose view has fewer events
   */
  record View(long cells, Cells differing, Cells fewer) {}

  /**
   * Some cells.
   *
   * @param count how many
   * @param texts each as a text, up to {@link AuditQueries#MAX_CELLS} of them
   */
  record Cells(long count, Set<String> texts) {

    static Cells of(JsonNode row, int count, int texts) {
      Set<String> all = new TreeSet<>();
      row.get(texts).forEach(cell -> all.add(cell.asText()));
      return new Cells(row.get(count).asLong(), all);
    }

    boolean isWhole() {
      return count <= AuditQueries.MAX_CELLS;
    }

    Cells alsoIn(Cells others) {
      Set<String> both = new TreeSet<>(texts);
      both.retainAll(others.texts);
      return new Cells(both.size(), both);
    }
  }
}
