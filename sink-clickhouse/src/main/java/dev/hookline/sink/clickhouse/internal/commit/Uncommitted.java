package dev.hookline.sink.clickhouse.internal.commit;

import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.flink.api.common.JobID;

/**
 * The blocks of one subtask that are sealed and not yet known to be in the table.
 *
 * <p>Flink tells a sink's writer nothing of what became of its blocks. Writer and committer of a
 * subtask run in one slot, though, so they meet here: the writer enters what it seals, the
 * committer takes out what is in the table. Where no committer comes to this JVM, a block is
 * forgotten when it is handed over. It is bookkeeping for the rate and the metrics; which blocks
 * are sent is decided by Flink's state alone.
 *
 * <p>Thread-safe.
 */
public final class Uncommitted {
  private static final Map<Key, Uncommitted> OPEN = new HashMap<>();

  /**
   * One attempt of one subtask of one sink.
   *
   * @param sink the same in writer and committer
   * @param subtasks of the task: where writer and committer have different numbers, blocks do not
   *     go to the committer with the writer's number, and the two must not meet
   */
  public record Key(UUID sink, JobID job, int subtask, int subtasks, int attempt) {}

  private record Entry(int bytes, long sealedAtMillis) {}

  private final Key key;
  private final Map<BlockToken, Entry> blocks = new LinkedHashMap<>();
  private long bytes;
  private int holders;
  private boolean committerIsHere;

  private Uncommitted(Key key) {
    this.key = key;
  }

  /** For the writer; to be {@linkplain #release() released}. */
  public static Uncommitted ofWriter(Key key) {
    Uncommitted of = hold(key, false);
    of.forget();
    return of;
  }

  /** For the committer; to be {@linkplain #release() released}. */
  public static Uncommitted ofCommitter(Key key) {
    return hold(key, true);
  }

  private static Uncommitted hold(Key key, boolean committer) {
    synchronized (OPEN) {
      Uncommitted of = OPEN.computeIfAbsent(key, Uncommitted::new);
      of.holders++;
      synchronized (of) {
        of.committerIsHere |= committer;
      }
      return of;
    }
  }

  /** Writer or committer is closed; the last one takes it out of the JVM's memory. */
  public void release() {
    synchronized (OPEN) {
      holders--;
      if (holders == 0) {
        OPEN.remove(key, this);
      }
    }
  }

  /** A block was sealed. */
  public synchronized void sealed(SealedBlock block) {
    blocks.put(block.token(), new Entry(block.frame().length, block.sealedAtMillis()));
    bytes += block.frame().length;
  }

  /** Everything that was sealed is on its way to the committer. */
  public synchronized void handedOver() {
    if (!committerIsHere) {
      forget();
    }
  }

  /** A new JobManager counts attempts anew, so one that is still being cancelled has this key. */
  private synchronized void forget() {
    blocks.clear();
    bytes = 0;
  }

  /** A block is in the table; one that is not known here, such as a restored one, is fine. */
  public synchronized void committed(BlockToken token) {
    Entry entry = blocks.remove(token);
    if (entry != null) {
      bytes -= entry.bytes();
    }
  }

  /** Whether this attempt's writer sealed the block, and it is not in the table yet. */
  synchronized boolean holds(BlockToken token) {
    return blocks.containsKey(token);
  }

  /** The bytes of all these blocks, compressed, as they lie in memory and state. */
  public synchronized long bytes() {
    return bytes;
  }

  /** When the oldest of them was sealed, in milliseconds since 1970 UTC; empty if there is none. */
  public synchronized OptionalLong oldestSealedAtMillis() {
    Iterator<Entry> entries = blocks.values().iterator();
    return entries.hasNext()
        ? OptionalLong.of(entries.next().sealedAtMillis())
        : OptionalLong.empty();
  }

  /** Subtasks of this JVM, for tests of the release. */
  static int open() {
    synchronized (OPEN) {
      return OPEN.size();
    }
  }
}
