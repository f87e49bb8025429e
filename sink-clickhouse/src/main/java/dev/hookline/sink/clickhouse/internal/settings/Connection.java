package dev.hookline.sink.clickhouse.internal.settings;

import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the server is and how long each wait for it may last.
 *
 * @param endpoint http or https, host and port
 * @param user the user that inserts
 * @param password the user's password
 * @param connectTimeout for a connection to be made
 * @param socketTimeout between two packets of an answer
 * @param requestTimeout for one attempt as a whole, body and answer; the one bound that holds also
 *     when the server accepts a connection and then reads nothing
 * @param serverSettings sent with every insert beside the sink's own
 * @param headers sent with every request; their values may be secrets
 * @param tls whom to trust behind https
 */
public record Connection(
    URI endpoint,
    String user,
    Secret password,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration requestTimeout,
    Map<String, String> serverSettings,
    Map<String, String> headers,
    Tls tls)
    implements Serializable {

  /** Refuses what cannot work and each setting that would break the guarantee. */
  public Connection {
    Objects.requireNonNull(endpoint, "endpoint is missing: such as http://127.0.0.1:8123");
    Objects.requireNonNull(user, "user is missing");
    Objects.requireNonNull(password, "password");
    boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
    if (!http || endpoint.getHost() == null || endpoint.getPort() < 1) {
      throw new IllegalArgumentException(
          "endpoint '" + endpoint + "' must be like http://host:8123 or https://host:8443");
    }
    if (endpoint.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "endpoint must not hold a user or password: give them by user() and password()");
    }
    atLeastOneMilli("connectTimeout", connectTimeout);
    atLeastOneMilli("socketTimeout", socketTimeout);
    atLeastOneMilli("requestTimeout", requestTimeout);
    GuardedSettings.check(serverSettings);
    serverSettings = Map.copyOf(serverSettings);
    GuardedHeaders.check(headers);
    headers = Map.copyOf(headers);
    Objects.requireNonNull(tls, "tls");
    if (!tls.isOfThePlatform() && !"https".equals(endpoint.getScheme())) {
      throw new IllegalArgumentException(
          "endpoint '"
              + endpoint
              + "' is not https, so trustStore() and caCertificate() would say nothing");
    }
  }

  /** Without headers of one's own, and trusting whom the platform trusts. */
  public Connection(
      URI endpoint,
      String user,
      Secret password,
      Duration connectTimeout,
      Duration socketTimeout,
      Duration requestTimeout,
      Map<String, String> serverSettings) {
    this(
        endpoint,
        user,
        password,
        connectTimeout,
        socketTimeout,
        requestTimeout,
        serverSettings,
        Map.of(),
        Tls.OF_THE_PLATFORM);
  }

  private static void atLeastOneMilli(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (value.toMillis() < 1 || value.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          name + " is " + value + " and must be between 1 ms and 24 days: no wait is without end");
    }
  }

  @Override
  public String toString() {
    return "Connection[endpoint=%s, user=%s, password=%s, serverSettings=%s, headers=%s, tls=%s]"
        .formatted(
            endpoint,
            user,
            password,
            new TreeMap<>(serverSettings),
            new TreeSet<>(headers.keySet()),
            tls);
  }
}
