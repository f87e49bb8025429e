package dev.hookline.cli.stack;

import dev.hookline.contract.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What has to be done to a topic that exists. The guarantees need bounds and not values: a setting
 * on the wrong side of its bound is brought to it, one on the right side is an operator's choice
 * and stays. Nothing here depends on how many brokers run at the moment, except what is said to a
 * person.
 *
 * @param changes setting to its new value; empty when all is within bounds
 * @param warnings what a person should know, and has to decide
 * @param refusal why no record can ever be confirmed by the topic; empty when it can
 */
record TopicCorrection(Map<String, String> changes, List<String> warnings, String refusal) {

  /** How many replicas a topic gets where there are brokers for them. */
  static final int REPLICAS = 3;

  /**
   * The settings of a topic that is made.
   *
   * @param replicas how many it gets
   * @param maxRecordBytes its largest record
   * @return setting to value
   */
  static Map<String, String> fresh(int replicas, int maxRecordBytes) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(Topics.RETENTION_MS));
    settings.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(Topics.SEGMENT_MS));
    settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxRecordBytes));
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(inSync(replicas)));
    return settings;
  }

  /**
   * The least {@code min.insync.replicas}. Of three or more, two: one may be away, and a record
   * that is confirmed meanwhile is still on two machines. Of two, one: two would answer each
   * delivery with 503 whenever either broker restarts, and a provider that does not send again has
   * lost it by that for certain, while one replica loses it only if its machine dies in that time.
   */
  private static int inSync(int replicas) {
    return replicas >= REPLICAS ? 2 : 1;
  }

  /**
   * Decides.
   *
   * @param topic its name
   * @param maxRecordBytes its largest record
   * @param actual its settings as they count, the broker's defaults included
   * @param replicas of the partition that has the fewest
   * @param brokers that run; at least so many are there
   * @return never null
   */
  static TopicCorrection of(
      String topic, int maxRecordBytes, Map<String, String> actual, int replicas, int brokers) {
    Map<String, String> changes = new TreeMap<>();
    List<String> warnings = new ArrayList<>();
    atLeast(changes, actual, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, maxRecordBytes);
    // a lower bound only: what is kept for longer may be kept on purpose, and would be deleted
    if (number(actual, TopicConfig.RETENTION_MS_CONFIG) >= 0) {
      atLeast(changes, actual, TopicConfig.RETENTION_MS_CONFIG, Topics.RETENTION_MS);
    }
    // an upper bound only: a segment that is closed earlier takes nothing before its retention ends
    if (number(actual, TopicConfig.SEGMENT_MS_CONFIG) > Topics.SEGMENT_MS) {
      changes.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(Topics.SEGMENT_MS));
    }
    // compaction takes records that are within their retention; no policy at all takes none
    String policy = actual.getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "");
    if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      changes.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    }
    warnOfLongLife(warnings, topic, policy, actual, changes);
    long inSync = number(actual, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    atLeast(changes, actual, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, inSync(replicas));
    if (replicas < REPLICAS && brokers >= REPLICAS) {
      warnings.add(
          "topic %s has %s, though %d brokers run: what is accepted can rest on one machine alone."
                  .formatted(topic, counted(replicas), brokers)
              + " kafka-reassign-partitions.sh gives it three; migrate then sets "
              + TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    }
    return new TopicCorrection(
        changes, warnings, inSync > replicas ? unwritable(topic, inSync, replicas) : "");
  }

  /** Dead letters are not read by the job, so they may be kept for as long as somebody likes. */
  private static void warnOfLongLife(
      List<String> warnings,
      String topic,
      String policy,
      Map<String, String> actual,
      Map<String, String> changes) {
    if (!topic.equals(Topics.WEBHOOK_EVENTS)) {
      return;
    }
    if (policy.isBlank()) {
      warnings.add(
          "topic %s has no %s and keeps every record, which the job does not know: set it to %s,"
                  .formatted(topic, TopicConfig.CLEANUP_POLICY_CONFIG, "delete")
              + " with the retention.ms that is meant (-1 for ever)");
      return;
    }
    Map<String, String> after = new TreeMap<>(actual);
    after.putAll(changes);
    long retention = number(after, TopicConfig.RETENTION_MS_CONFIG);
    long segment = number(after, TopicConfig.SEGMENT_MS_CONFIG);
    // by subtraction, since the sum of the two may not fit
    if (retention < 0 || retention > Topics.RETENTION_MS + Topics.SEGMENT_MS - segment) {
      warnings.add(
          "topic %s keeps its retention.ms of %d: the job stops unless kafka.retention and"
                  .formatted(topic, retention)
              + " dedup.stateTtl in its file allow for that");
    }
  }

  /** It is not lowered: more replicas may be on their way, and only a person knows. */
  private static String unwritable(String topic, long inSync, int replicas) {
    return "topic %s has %s and %s=%d: no record can be confirmed, so the gateway answers 503 to"
            .formatted(topic, counted(replicas), TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, inSync)
        + " everything. Give it more replicas by kafka-reassign-partitions.sh, or set %s to %d by"
            .formatted(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, inSync(replicas))
        + " kafka-configs.sh";
  }

  /**
   * Replicas for people.
   *
   * @param replicas how many
   * @return such as {@code 1 replica}
   */
  static String counted(int replicas) {
    return replicas + (replicas == 1 ? " replica" : " replicas");
  }

  private static void atLeast(
      Map<String, String> changes, Map<String, String> actual, String setting, long bound) {
    if (number(actual, setting) < bound) {
      changes.put(setting, Long.toString(bound));
    }
  }

  private static long number(Map<String, String> settings, String setting) {
    return Long.parseLong(settings.get(setting));
  }
}
