package dev.hookline.contract;

/** Why a record cannot become a row. The names are part of the contract: they are stored. */
public enum RejectReason {
  /** A header that every record has is missing. */
  MISSING_HEADER("missing_header"),
  /** A header's value is not what its name promises. */
  INVALID_HEADER("invalid_header"),
  /** The record was written under a version of the contract that this code does not know. */
  UNSUPPORTED_VERSION("unsupported_version"),
  /** The record's key is not the identity that its headers give. */
  KEY_MISMATCH("key_mismatch"),
  /** The body is not the one that was hashed at the gateway. */
  CONTENT_HASH_MISMATCH("content_hash_mismatch"),
  /** The body holds no well-formed JSON object. */
  MALFORMED_BODY("malformed_body"),
  /** The JSON is well-formed, but a field that a row needs cannot be read from it. */
  UNREADABLE_PAYLOAD("unreadable_payload"),
  /** Another body came under the same identity from the same hook; the first one counts. */
  IDENTITY_CONFLICT("identity_conflict"),
  /** The event is a row, but its hour's window was gone though it was not late: a fault of ours. */
  WINDOW_EXPIRED("window_expired");

  private final String wireName;

  RejectReason(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The name as stored.
   *
   * @return lower-case ASCII with underscores
   */
  public String wireName() {
    return wireName;
  }
}
