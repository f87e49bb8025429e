package dev.hookline.cli.stack;

import java.util.Locale;
import java.util.Optional;

/** A part of the local stack as status lists it, with the port that it listens on. */
public enum Part {
  /** The gateway's port for webhooks. */
  GATEWAY("http://"),
  /** The gateway's port for health and metrics; the same process as {@link #GATEWAY}. */
  ADMIN("http://"),
  /** The Kafka broker. */
  KAFKA(""),
  /** The gateway's claims. */
  REDIS("redis://"),
  /** Where Flink keeps the pointers to its state. */
  ZOOKEEPER(""),
  /** Flink: the JobManager's REST port. */
  FLINK("http://"),
  /** ClickHouse's HTTP port. */
  CLICKHOUSE("http://");

  /** Where all parts listen unless the gateway's configuration says otherwise. */
  static final String LOOPBACK = "127.0.0.1";

  private final String scheme;

  Part(String scheme) {
    this.scheme = scheme;
  }

  /**
   * The name in commands, JSON and the state file.
   *
   * @return lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a part by its label.
   *
   * @param label as {@link #label} gives it
   * @return the part, or empty when there is none of that name
   */
  public static Optional<Part> ofLabel(String label) {
    for (Part part : values()) {
      if (part.label().equals(label)) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }

  /**
   * The process that serves the part.
   *
   * @return the process's name in the state file
   */
  public String process() {
    return switch (this) {
      case ADMIN -> GATEWAY.label();
      case FLINK -> LocalStack.JOB_MANAGER;
      default -> label();
    };
  }

  /**
   * The environment variable that fixes the part's port.
   *
   * @return such as {@code HOOKLINE_KAFKA_PORT}
   */
  public String portVariable() {
    return "HOOKLINE_" + name() + "_PORT";
  }

  /**
   * Where clients reach the part.
   *
   * @param port the port
   * @return such as {@code http://127.0.0.1:8123} or {@code 127.0.0.1:9092}
   */
  public String endpoint(int port) {
    return endpoint(LOOPBACK, port);
  }

  /**
   * Where clients reach the part.
   *
   * @param host a name or an address; one of IPv6 without brackets
   * @param port the port
   * @return such as {@code http://10.0.0.5:8080}
   */
  public String endpoint(String host, int port) {
    return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
