package dev.hookline.bench.sink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What to measure, and for how long.
 *
 * @param variants in the order in which they run
 * @param rounds how often each runs
 * @param warmupSeconds before each measurement, from the first row on
 * @param seconds of each measurement
 * @param parallelism tasks, or threads of the client
 * @param rowsPerSecond what the source gives at most; 0: as much as the sink takes
 * @param maxUncommittedBytes the bound of that name of this sink, exactly once
 * @param heapMib of each writing process
 * @param jvmArguments further ones for each writing process, such as a recording
 * @param merges whether the server merges parts meanwhile: background work, of which a faster
 *     variant leaves more undone when its time is over
 * @param folder for data, logs and checkpoints; created when missing
 */
public record SinkBenchSettings(
    List<Variant> variants,
    int rounds,
    int warmupSeconds,
    int seconds,
    int parallelism,
    long rowsPerSecond,
    long maxUncommittedBytes,
    int heapMib,
    List<String> jvmArguments,
    boolean merges,
    Path folder) {

  /**
   * More than the sink's default, as its documentation advises for fast streams with long
   * checkpoint intervals: 24 MB in 5 s are not as many of these rows as the server takes.
   */
  public static final long DEFAULT_UNCOMMITTED_BYTES = 128_000_000;

  /** Checks the numbers. */
  public SinkBenchSettings {
    variants = List.copyOf(variants);
    jvmArguments = List.copyOf(jvmArguments);
    atLeast("rounds", rounds, 1);
    atLeast("warmup", warmupSeconds, 0);
    atLeast("seconds", seconds, 1);
    atLeast("parallelism", parallelism, 1);
    atLeast("heap", heapMib, 64);
    folder = folder.toAbsolutePath();
  }

  /**
   * The variants of some letters, in their order.
   *
   * @param letters such as {@code a}
   * @throws IllegalArgumentException for one that there is not
   */
  public static List<Variant> variants(List<String> letters) {
    List<Variant> variants = new ArrayList<>();
    letters.forEach(letter -> variants.addAll(Variant.ofLetter(letter)));
    return List.copyOf(variants);
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + "; got " + value);
    }
  }
}
