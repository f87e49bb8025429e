package dev.hookline.jobs.source;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The topic as the broker has it now. */
public interface TopicLog extends AutoCloseable {

  /**
   * Looks at the topic. A network call, bounded by the time given.
   *
   * @param within how long to wait at most
   * @return what is there; a broker that does not answer is an outcome, not an exception
   */
  Sight look(Duration within);

  /**
   * Asks for nothing but the topic's id. A network call, bounded by the time given.
   *
   * @param within how long to wait at most
   * @return what is there, without partitions and with no retention
   */
  Sight lookAtId(Duration within);

  @Override
  void close();

  /** Opens the log on a worker; shipped there by Flink. */
  interface Factory extends Serializable {

    /**
     * Opens it.
     *
     * @return to be closed by the caller
     */
    TopicLog open();
  }

  /** What was seen. */
  sealed interface Sight {

    /**
     * Takes each case; a further one would not compile until it is handled.
     *
     * @param present the topic is there
     * @param absent the broker answers and has no such topic
     * @param unknown the broker did not answer
     * @param <T> the result's type
     * @return what the function for the present case returns
     */
    <T> T match(
        Function<Present, T> present, Function<Absent, T> absent, Function<Unknown, T> unknown);
  }

  /**
   * The topic is there.
   *
   * @param id the topic's own, new whenever a topic is created
   * @param partitions number to extent
   * @param readableFor retention plus one segment; null where it was not asked for, {@link
   *     #FOREVER} where records are never deleted
   */
  record Present(String id, Map<Integer, Extent> partitions, Duration readableFor)
      implements Sight {

    /** Records are never deleted by age. */
    public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** Copies the map. */
    public Present {
      Objects.requireNonNull(id, "id");
      partitions = Map.copyOf(partitions);
    }

    @Override
    public <T> T match(
        Function<Present, T> present, Function<Absent, T> absent, Function<Unknown, T> unknown) {
      return present.apply(this);
    }
  }

  /** The broker has no such topic. */
  record Absent() implements Sight {
    @Override
    public <T> T match(
        Function<Present, T> present, Function<Absent, T> absent, Function<Unknown, T> unknown) {
      return absent.apply(this);
    }
  }

  /**
   * The broker did not answer, so nothing is known.
   *
   * @param why for a person
   */
  record Unknown(String why) implements Sight {
    @Override
    public <T> T match(
        Function<Present, T> present, Function<Absent, T> absent, Function<Unknown, T> unknown) {
      return unknown.apply(this);
    }
  }

  /**
   * What of a partition can be read.
   *
   * @param beginning offset of the first record
   * @param end offset that the next record will get
   */
  record Extent(long beginning, long end) {}
}
