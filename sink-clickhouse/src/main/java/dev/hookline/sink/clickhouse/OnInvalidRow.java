package dev.hookline.sink.clickhouse;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.util.OutputTag;

/**
 * What becomes of a row that the table cannot hold.
 *
 * @param <T> the stream's type
 */
public final class OnInvalidRow<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final OutputTag<InvalidRow<T>> sideOutput;

  private OnInvalidRow(OutputTag<InvalidRow<T>> sideOutput) {
    this.sideOutput = sideOutput;
  }

  /** The job fails, with an error that names column, type, value and row. */
  public static <T> OnInvalidRow<T> fail() {
    return new OnInvalidRow<>(null);
  }

  /**
   * The row goes to a side output, with the reason, and the job goes on. A sink of Flink's has no
   * side outputs, so the stream must pass {@link ClickHouseSink#validation()} on its way there.
   *
   * @param invalidRows names the side output
   */
  public static <T> OnInvalidRow<T> sideOutput(OutputTag<InvalidRow<T>> invalidRows) {
    return new OnInvalidRow<>(Objects.requireNonNull(invalidRows, "invalidRows"));
  }

  boolean isSideOutput() {
    return sideOutput != null;
  }

  /**
   * Names the side output.
   *
   * @throws IllegalStateException if there is none
   */
  OutputTag<InvalidRow<T>> tag() {
    if (!isSideOutput()) {
      throw new IllegalStateException(
          "onInvalidRow is FAIL, so no row goes elsewhere: give the builder"
              + " onInvalidRow(OnInvalidRow.sideOutput(tag))");
    }
    return sideOutput;
  }

  @Override
  public String toString() {
    return isSideOutput() ? "side output " + sideOutput.getId() : "FAIL";
  }
}
