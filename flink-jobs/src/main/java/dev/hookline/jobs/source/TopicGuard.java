package dev.hookline.jobs.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands behind the source and lets every record pass, while it keeps the topic's id and each
 * partition's next offset in state.
 *
 * <ul>
 *   <li>At a start it compares them with the live topic, before the source of its task reads: Flink
 *       opens a chain from its end. Another topic of the same name, a next offset that retention
 *       has taken, or one beyond the log's end stops the job.
 *   <li>At every checkpoint it compares the id again, so that no completed checkpoint holds a
 *       record of a topic that was created in between. A broker that does not answer then proves
 *       nothing, and the job goes on: an outage is no reason for a restart.
 * </ul>
 *
 * <p>Barriers flow through this operator, so its offsets are those of the source in the same
 * checkpoint. Each worker restores all partitions (union state) and writes all it knows; the
 * highest offset of a partition is the true one.
 *
 * <p>An operator and not a process function, so that no collector holds the last record until the
 * next one comes, and so that it can let go of the source's hold as well.
 */
public final class TopicGuard extends AbstractStreamOperator<LogRecord>
    implements OneInputStreamOperator<LogRecord, LogRecord> {
  private static final long serialVersionUID = 1L;

  /** How long a start waits for the broker. */
  static final Duration START_LIMIT = Duration.ofSeconds(10);

  /** How long a checkpoint waits for it. */
  static final Duration CHECKPOINT_LIMIT = Duration.ofSeconds(2);

  private static final Logger LOGGER = LoggerFactory.getLogger(TopicGuard.class);

  private static final ListStateDescriptor<String> TOPIC_ID =
      new ListStateDescriptor<>("topic-id", Types.STRING);
  private static final ListStateDescriptor<Tuple2<Integer, Long>> NEXT_OFFSETS =
      new ListStateDescriptor<>(
          "next-offsets", TypeInformation.of(new TypeHint<Tuple2<Integer, Long>>() {}));

  private final TopicLog.Factory factory;
  private final String topic;
  private final Duration expectedReadableFor;

  private transient TopicLog log;
  private transient ListState<String> topicIdState;
  private transient ListState<Tuple2<Integer, Long>> offsetState;
  private transient String topicId;
  private transient Map<Integer, Long> nextOffsets;

  /**
   * Makes the guard of a topic.
   *
   * @param factory opens the live topic
   * @param topic its name, for messages
   * @param expectedReadableFor how long a record can be read at most, by the job's settings
   */
  public TopicGuard(TopicLog.Factory factory, String topic, Duration expectedReadableFor) {
    this.factory = factory;
    this.topic = topic;
    this.expectedReadableFor = expectedReadableFor;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    topicIdState = context.getOperatorStateStore().getUnionListState(TOPIC_ID);
    offsetState = context.getOperatorStateStore().getUnionListState(NEXT_OFFSETS);
    nextOffsets = new TreeMap<>();
    for (String id : topicIdState.get()) {
      topicId = id;
    }
    for (Tuple2<Integer, Long> next : offsetState.get()) {
      nextOffsets.merge(next.f0, next.f1, Math::max);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    log = factory.open();
    TopicLog.Present live =
        log.look(START_LIMIT)
            .match(
                present -> present,
                absent -> {
                  throw new BrokenLogException(
                      "topic "
                          + topic
                          + " does not exist; create it (hookline migrate), the job starts then");
                },
                unknown -> {
                  throw new BrokenLogException(
                      "Kafka did not answer about topic " + topic + ": " + unknown.why());
                });
    checkRetention(live.readableFor());
    if (topicId == null) {
      topicId = live.id();
      LOGGER.info("reading topic {} with id {} from its beginning", topic, topicId);
    }
    checkId(live.id());
    nextOffsets.forEach((partition, next) -> checkOffset(partition, next, live));
  }

  @Override
  public void processElement(StreamRecord<LogRecord> element) {
    LogRecord record = element.getValue();
    nextOffsets.put(record.partition(), record.offset() + 1);
    output.collect(element);
    // The source keeps this object for each partition until the partition's next record; with the
    // largest records they would fill a small heap. Everything behind is through with it by now.
    element.replace(null);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    log.lookAtId(CHECKPOINT_LIMIT)
        .match(
            present -> {
              checkId(present.id());
              return null;
            },
            absent -> {
              throw new BrokenLogException("topic " + topic + " was deleted under the job");
            },
            unknown -> {
              LOGGER.warn("topic {} was not compared in this checkpoint: {}", topic, unknown.why());
              return null;
            });
    topicIdState.update(List.of(topicId));
    List<Tuple2<Integer, Long>> entries = new ArrayList<>();
    nextOffsets.forEach((partition, next) -> entries.add(Tuple2.of(partition, next)));
    offsetState.update(entries);
  }

  @Override
  public void close() throws Exception {
    if (log != null) {
      log.close();
    }
    super.close();
  }

  private void checkId(String live) {
    if (!live.equals(topicId)) {
      throw new BrokenLogException(
          "topic "
              + topic
              + " was created anew: the job's state belongs to id "
              + topicId
              + ", the broker has id "
              + live
              + ". Nothing is read. Start without state to read the new topic from its beginning");
    }
  }

  private void checkOffset(int partition, long next, TopicLog.Present live) {
    TopicLog.Extent extent = live.partitions().get(partition);
    String place = topic + "/" + partition;
    if (extent == null) {
      throw new BrokenLogException(
          "partition " + place + " is gone, whose next offset is " + next + ". Nothing is read");
    }
    if (next < extent.beginning()) {
      throw new BrokenLogException(
          "the next offset of "
              + place
              + " is "
              + next
              + ", but the log begins at "
              + extent.beginning()
              + ": "
              + (extent.beginning() - next)
              + " records were deleted unread. Nothing is read. Start without state to read what"
              + " is left");
    }
    if (next > extent.end()) {
      throw new BrokenLogException(
          "the next offset of "
              + place
              + " is "
              + next
              + ", but the log ends at "
              + extent.end()
              + ": it has lost records that were read. Nothing is read. Start without state to"
              + " read what is left");
    }
  }

  private void checkRetention(Duration readableFor) {
    if (readableFor.compareTo(expectedReadableFor) > 0) {
      throw new BrokenLogException(
          "topic "
              + topic
              + " keeps records for up to "
              + (readableFor.equals(TopicLog.Present.FOREVER) ? "ever" : readableFor)
              + " (retention.ms + segment.ms), the settings kafka.retention + kafka.segment say "
              + expectedReadableFor
              + ": a copy could be read after its first was forgotten. Lower the topic's settings,"
              + " or raise these and dedup.stateTtl");
    }
  }
}
