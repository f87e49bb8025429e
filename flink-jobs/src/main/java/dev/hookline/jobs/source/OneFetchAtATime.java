package dev.hookline.jobs.source;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Fetches the next records only when those before are through. The connector would hold four
 * fetches: one in work, two in its queue, one waiting to be queued; with the largest records, of
 * two tasks in one worker, that is most of a small heap. The consumer has asked the broker for the
 * next answer by then, so the answer waits in the socket and not in the heap.
 */
@SuppressWarnings("try") // close() is the connector's and throws Exception
final class OneFetchAtATime extends KafkaPartitionSplitReader {

  /** How long a fetch waits for its turn before it comes back with nothing, to be asked again. */
  private static final long TURN_MILLIS = 100;

  private final Semaphore turn = new Semaphore(1);

  OneFetchAtATime(
      Properties consumer, SourceReaderContext context, KafkaSourceReaderMetrics metrics) {
    super(consumer, context, metrics);
  }

  @Override
  public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() throws IOException {
    if (!isMyTurn()) {
      return new RecordsBySplits<>(Map.of(), Set.of());
    }
    boolean handedOn = false;
    try {
      RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetched = super.fetch();
      handedOn = true;
      return new InWork(fetched, turn);
    } finally {
      if (!handedOn) {
        turn.release();
      }
    }
  }

  private boolean isMyTurn() {
    try {
      return turn.tryAcquire(TURN_MILLIS, MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Records that give the turn back when they are through. */
  private static final class InWork implements RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> {
    private final RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetched;
    private final Semaphore turn;
    private final AtomicBoolean through = new AtomicBoolean();

    InWork(RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetched, Semaphore turn) {
      this.fetched = fetched;
      this.turn = turn;
    }

    @Override
    public String nextSplit() {
      return fetched.nextSplit();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> nextRecordFromSplit() {
      return fetched.nextRecordFromSplit();
    }

    @Override
    public Set<String> finishedSplits() {
      return fetched.finishedSplits();
    }

    @Override
    public void recycle() {
      fetched.recycle();
      if (through.compareAndSet(false, true)) {
        turn.release();
      }
    }
  }
}
