package dev.hookline.jobs.normalise;

import dev.hookline.contract.WebhookRecord;
import java.io.Serializable;

/**
 * Makes a row's columns of a record. A pure function: no clock, no state, so that a replay after a
 * crash gives the same event. Serialisable, because Flink ships it to the workers.
 */
public interface Normaliser extends Serializable {

  /**
   * Normalises one record.
   *
   * @param record as decoded, not null
   * @param partition of the Kafka topic
   * @param offset in the partition
   * @return never null; never throws for what a body holds
   */
  NormaliseResult normalise(WebhookRecord record, int partition, long offset);
}
