package dev.hookline.contract;

/** The names of a record's headers, written once. Values are UTF-8 text. */
public final class Headers {

  /** Version of this contract, decimal. */
  public static final String SCHEMA_VERSION = "hookline-schema";

  /** Organisation, as configured in the gateway. */
  public static final String ORG = "hookline-org";

  /** {@link Source#wireName()}. */
  public static final String SOURCE = "hookline-source";

  /** The provider's id of the hook that sent the delivery; empty where it gives none. */
  public static final String HOOK_ID = "hookline-hook-id";

  /** The provider's id of the delivery; empty where it gives none. */
  public static final String DELIVERY_ID = "hookline-delivery-id";

  /** The provider's event type, such as {@code pull_request} or {@code jira:issue_created}. */
  public static final String EVENT_TYPE = "hookline-event-type";

  /** Content type of the body: {@link ContentType#wireName()}. */
  public static final String CONTENT_TYPE = "hookline-content-type";

  /** When the gateway received the delivery: milliseconds since 1970 UTC, decimal. */
  public static final String RECEIVED_AT = "hookline-received-at";

  /** {@link ContentHash} of the body. */
  public static final String CONTENT_HASH = "hookline-content-hash";

  /** Only in the dead-letter topic: {@link RejectReason#wireName()}. */
  public static final String REJECT_REASON = "hookline-reject-reason";

  /** Only in the dead-letter topic: what was wrong, for a person. */
  public static final String REJECT_DETAIL = "hookline-reject-detail";

  /** Only in the dead-letter topic: {@code topic/partition/offset} of the original. */
  public static final String REJECT_ORIGIN = "hookline-reject-origin";

  private Headers() {}
}
