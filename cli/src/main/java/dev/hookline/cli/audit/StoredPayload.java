package dev.hookline.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import dev.hookline.contract.WebhookRecord;
import java.util.Optional;

/** What must stand in a row's column {@code payload}, by docs/metrics.md and the table's DDL. */
final class StoredPayload {

  /** A body with more bytes is not stored: the column is NULL then. */
  static final int MAX_BODY_BYTES = 1024 * 1024;

  private StoredPayload() {}

  /**
   * The hash of a record's payload as stored: its JSON, decoded where a form carried it, with
   * U+FFFD in place of what is not UTF-8.
   *
   * @return empty where nothing is stored
   */
  static Optional<BodyHash> hashOf(WebhookRecord record) {
    if (record.body().length > MAX_BODY_BYTES) {
      return Optional.empty();
    }
    try {
      byte[] json = JsonBody.json(record.contentType(), record.body());
      return Optional.of(BodyHash.of(new String(json, UTF_8).getBytes(UTF_8)));
    } catch (MalformedBodyException e) {
      // there is no JSON in it, so the job rejects it and there is no row
      return Optional.empty();
    }
  }
}
