package dev.hookline.chaos.run;

import dev.hookline.chaos.checker.Measures;
import dev.hookline.chaos.nemesis.RedisKeys;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What must not grow without end, each with its bound. */
final class Sizes {

  private static final long MIB = 1 << 20;

  /**
   * Of a checkpoint, however many events there were: metadata, offsets, files that are nearly empty
   * (0.1 MB at the start of a run), and rows on their way. With the next one this is three times
   * the largest checkpoint of 20 schedules and more, and six times what was there when all had
   * settled.
   */
  private static final long CHECKPOINT_BYTES = 4 * MIB;

  /**
   * For an event the job keeps its identity, a hash, a hook and two times, 160 bytes, for 7 days,
   * and for a person's hour its sums. In those schedules an event took 90 bytes, and up to 210
   * while a job with another parallelism had not yet compacted what it had copied.
   */
  private static final long BYTES_OF_AN_EVENT = 512;

  /** The heap of 512 MiB, and what a JVM takes beside. */
  private static final long GATEWAY_BYTES = 900 * MIB;

  private static final long FLINK_BYTES = 1_200 * MIB;

  private Sizes() {}

  /**
   * Measures.
   *
   * @param session the stack, when all has settled
   * @param intents how many events there were: each has one key in Redis and one in Flink at most
   * @param drainSeconds from the last answer to a sender, or the last one that was given up, to the
   *     moment when all had settled
   * @param drainLimitSeconds how long that may take
   */
  static Measures of(Session session, long intents, double drainSeconds, double drainLimitSeconds) {
    Map<String, Long> sizes = new HashMap<>();
    Map<String, Long> limits = new HashMap<>();
    limits.put("checkpoint_bytes", checkpointLimit(intents));
    session
        .checkpoints()
        .newestStateBytes()
        .ifPresent(bytes -> sizes.put("checkpoint_bytes", bytes));
    limits.put("redis_keys", intents);
    try {
      sizes.put("redis_keys", RedisKeys.count(session.stack().redis()));
    } catch (IOException e) {
      // Missing is a violation too.
    }
    for (Service service : session.stack().services()) {
      long limit =
          service.name().startsWith("gateway")
              ? GATEWAY_BYTES
              : service.name().startsWith("flink-") ? FLINK_BYTES : 0;
      if (limit > 0) {
        String name = "resident_bytes_" + service.name();
        limits.put(name, limit);
        resident(service.pid(), name, sizes);
      }
    }
    return new Measures(drainSeconds, drainLimitSeconds, sizes, limits);
  }

  static long checkpointLimit(long intents) {
    return CHECKPOINT_BYTES + intents * BYTES_OF_AN_EVENT;
  }

  /** VmRSS in {@code /proc/<pid>/status} (see proc(5)). */
  private static void resident(long pid, String name, Map<String, Long> sizes) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmRSS:")) {
          sizes.put(name, Long.parseLong(line.replaceAll("\\D", "")) * 1024);
        }
      }
    } catch (IOException e) {
      // Missing is a violation too.
    }
  }
}
