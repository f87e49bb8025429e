package dev.hookline.gateway.http;

/** Why a delivery is not taken: the types of the problem details (RFC 9457) that are answered. */
enum Problem {
  MALFORMED_BODY(400, "malformed-body", "The body cannot be read"),
  UNIDENTIFIED(400, "unidentified", "The delivery does not say which event it is"),
  INTERRUPTED(400, "interrupted", "The body ended too early"),
  SIGNATURE(401, "signature", "The signature is missing or wrong"),
  NOT_FOUND(404, "not-found", "There is nothing at this address"),
  METHOD(405, "method", "Webhooks are sent by POST"),
  SLOW_BODY(408, "slow-body", "The body took too long"),
  TOO_LARGE(413, "too-large", "The body is too large"),
  MEDIA_TYPE(415, "media-type", "The body's media type or encoding is not taken"),
  RATE(429, "rate", "The organisation sends too fast"),
  BUSY(503, "busy", "The gateway is busy"),
  NOT_CONFIRMED(503, "not-confirmed", "The event is not known to be stored"),
  INTERNAL(503, "internal", "The gateway failed");

  private static final String PREFIX = "urn:hookline:problem:";

  private final int status;
  private final String name;
  private final String title;

  Problem(int status, String name, String title) {
    this.status = status;
    this.name = name;
    this.title = title;
  }

  int status() {
    return status;
  }

  /** A URI; the same for every occurrence of the problem. */
  String type() {
    return PREFIX + name;
  }

  /** The short name, for metrics. */
  String label() {
    return name;
  }

  String title() {
    return title;
  }
}
