package dev.hookline.bench.serialise;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What serialisation costs.
 *
 * @param benchmarks each measured part
 * @param allocatedBeyondPayload bytes that a row allocates without its payload
 * @param goalBytes what that should be below
 * @param met whether it is
 */
public record SerialisationReport(
    List<Line> benchmarks,
    @JsonProperty("allocated_bytes_per_row_beyond_payload") long allocatedBeyondPayload,
    @JsonProperty("goal_below") long goalBytes,
    boolean met) {

  private static final long GOAL = 50;
  private static final String WITHOUT_PAYLOAD = "rowWithoutPayload";

  /**
   * One part.
   *
   * @param name of the benchmark's method
   * @param rowsPerSecond on one thread
   * @param allocatedBytesPerRow as the JVM counts them
   */
  public record Line(
      String name,
      @JsonProperty("rows_per_s") long rowsPerSecond,
      @JsonProperty("allocated_bytes_per_row") long allocatedBytesPerRow) {}

  static SerialisationReport of(List<Line> lines) {
    long beyond =
        lines.stream()
            .filter(line -> line.name().equals(WITHOUT_PAYLOAD))
            .mapToLong(Line::allocatedBytesPerRow)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no result of " + WITHOUT_PAYLOAD));
    return new SerialisationReport(List.copyOf(lines), beyond, GOAL, beyond < GOAL);
  }

  /** For people. */
  public List<String> text() {
    List<String> text = new ArrayList<>();
    text.add("benchmark              rows/s  bytes allocated/row");
    for (Line line : benchmarks) {
      text.add(
          String.format(
              Locale.ROOT,
              "%-18s %10d %20d",
              line.name(),
              line.rowsPerSecond(),
              line.allocatedBytesPerRow()));
    }
    text.add(
        "beyond the payload: "
            + allocatedBeyondPayload
            + " bytes a row (goal below "
            + goalBytes
            + ": "
            + (met ? "met" : "MISSED")
            + ")");
    return text;
  }
}
