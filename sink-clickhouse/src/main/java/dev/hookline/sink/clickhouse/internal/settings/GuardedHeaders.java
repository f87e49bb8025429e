package dev.hookline.sink.clickhouse.internal.settings;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The HTTP headers on which the guarantee rests, and which nobody else may send. */
final class GuardedHeaders {
  private static final int LONGEST = 8192;
  private static final String BODY = "the sink writes the body, as LZ4 frames of its own blocks";
  private static final String CONNECTION = "the client keeps the connection";

  private static final Map<String, String> REASONS =
      Map.of(
          "authorization", "user and password are given by user() and password()",
          "content-encoding", BODY,
          "content-length", BODY,
          "content-type", BODY,
          "transfer-encoding", BODY,
          "accept-encoding", "the sink reads the server's answer as it is",
          "host", "the server is given by endpoint()",
          "connection", CONNECTION,
          "expect", CONNECTION,
          "upgrade", CONNECTION);

  /** User, database, settings and format are told to ClickHouse by headers as well. */
  private static final Set<String> REFUSED_PREFIXES = Set.of("x-clickhouse-");

  private GuardedHeaders() {}

  /**
   * @throws IllegalArgumentException naming the first header that cannot be sent; never its value,
   *     which may be a secret
   */
  static void check(Map<String, String> headers) {
    new TreeMap<>(headers).forEach(GuardedHeaders::check);
  }

  private static void check(String name, String value) {
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
      throw new IllegalArgumentException("header '" + name + "' is no name of a header");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    String reason = REASONS.get(lower);
    if (reason == null && REFUSED_PREFIXES.stream().anyMatch(lower::startsWith)) {
      reason =
          "it would speak to ClickHouse past the sink; use user(), database() or serverSetting()";
    }
    if (reason != null) {
      throw new IllegalArgumentException("header '" + name + "' cannot be given: " + reason);
    }
    if (value == null || value.length() > LONGEST || !value.matches("[\\x20-\\x7E\\t]*")) {
      throw new IllegalArgumentException(
          "the value of header '%s' must be up to %d printable ASCII characters"
              .formatted(name, LONGEST));
    }
  }
}
