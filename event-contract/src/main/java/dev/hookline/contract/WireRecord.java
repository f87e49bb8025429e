package dev.hookline.contract;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record as bytes: what a Kafka record is made of, without Kafka. Headers whose key repeats count
 * with their last value.
 *
 * @param key the key's bytes; null where a record has none
 * @param headers header name to value, in order; a value may be null
 * @param value the value's bytes; null where a record has none
 */
public record WireRecord(byte[] key, Map<String, byte[]> headers, byte[] value) {

  /** Copies the header map; the arrays are shared, not copied. */
  public WireRecord {
    headers = new LinkedHashMap<>(headers);
  }
}
