package dev.hookline.devstack.clickhouse.embedded;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What the URL and the headers of a request say, in the terms of ClickHouse's HTTP interface
 * (https://clickhouse.com/docs/interfaces/http).
 */
final class RequestParameters {
  /** Parameters of the protocol; every other one is a setting, or a {@code param_…}. */
  private static final Set<String> OF_THE_PROTOCOL =
      Set.of(
          "query",
          "database",
          "default_format",
          "query_id",
          "session_id",
          "session_timeout",
          "session_check",
          "close_session",
          "compress",
          "decompress",
          "user",
          "password",
          "role",
          "quota_key",
          "wait_end_of_query",
          "buffer_size",
          "stacktrace",
          "client_protocol_version",
          "http_write_exception_in_output_format",
          "enable_http_compression");

  private static final String PARAMETER = "param_";

  private final Map<String, String> all;
  private final Headers headers;

  private RequestParameters(Map<String, String> all, Headers headers) {
    this.all = all;
    this.headers = headers;
  }

  static RequestParameters of(HttpExchange exchange) throws EngineException {
    Map<String, String> all = new LinkedHashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    if (raw != null) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (!pair.isEmpty()) {
          String name = equals < 0 ? pair : pair.substring(0, equals);
          all.put(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
      }
    }
    return new RequestParameters(all, exchange.getRequestHeaders());
  }

  String query() {
    return all.getOrDefault("query", "");
  }

  Optional<String> database() {
    return parameterOrHeader("database", "X-ClickHouse-Database");
  }

  /** The format of an answer, or of rows, when the statement names none. */
  Optional<String> defaultFormat() {
    Optional<String> header = header("X-ClickHouse-Format");
    return header.isPresent() ? header : parameter("default_format");
  }

  String queryId() {
    return parameter("query_id").orElseGet(() -> UUID.randomUUID().toString());
  }

  /** Settings in the order of the request. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (!OF_THE_PROTOCOL.contains(name) && !name.startsWith(PARAMETER)) {
            settings.put(name, value);
          }
        });
    return settings;
  }

  /** Values of the statement's {@code {name:Type}}, in their TabSeparated form. */
  Map<String, String> statementParameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (name.startsWith(PARAMETER)) {
            parameters.put(name.substring(PARAMETER.length()), value);
          }
        });
    return parameters;
  }

  boolean flag(String name) {
    String value = all.getOrDefault(name, "0");
    return value.equals("1") || value.equalsIgnoreCase("true");
  }

  String contentEncoding() {
    return header("Content-Encoding").orElse("identity").strip().toLowerCase(Locale.ROOT);
  }

  /** Whether the client takes answers in this encoding and has switched it on. */
  boolean accepts(String encoding) {
    return flag("enable_http_compression")
        && header("Accept-Encoding").orElse("").toLowerCase(Locale.ROOT).contains(encoding);
  }

  Accounts.Account authenticate(Accounts accounts) throws EngineException {
    Optional<String> user = header("X-ClickHouse-User");
    if (user.isPresent()) {
      return accounts.authenticate(user.get(), header("X-ClickHouse-Key").orElse(""));
    }
    String authorization = header("Authorization").orElse("");
    if (authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
      String pair = basic(authorization.substring(6).strip());
      int colon = pair.indexOf(':');
      return colon < 0
          ? accounts.authenticate(pair, "")
          : accounts.authenticate(pair.substring(0, colon), pair.substring(colon + 1));
    }
    return accounts.authenticate(
        all.getOrDefault("user", "default"), all.getOrDefault("password", ""));
  }

  private static String basic(String base64) throws EngineException {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw EngineException.badArguments("Invalid Authorization header: not Base64");
    }
  }

  private static String decoded(String text) throws EngineException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw EngineException.badArguments("Invalid URL encoding in a parameter: " + e.getMessage());
    }
  }

  private Optional<String> parameterOrHeader(String parameter, String header) {
    Optional<String> value = parameter(parameter);
    return value.isPresent() ? value : header(header);
  }

  private Optional<String> parameter(String name) {
    return Optional.ofNullable(all.get(name)).filter(v -> !v.isEmpty());
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(headers.getFirst(name)).filter(v -> !v.isEmpty());
  }
}
