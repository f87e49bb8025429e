package dev.hookline.devstack.junit;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.kafka.KafkaBroker;
import dev.hookline.devstack.redis.RedisServer;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class real parts:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA, Part.REDIS);
 * }</pre>
 *
 * <p>A part starts when the first class asks for it and is shared by all classes of the JVM until
 * it ends; so a class names its topics, keys and databases by itself. Data and logs are under
 * {@code target/dev-stack-<pid>}; the logs are kept. A test that kills or pauses a part brings it
 * back before it ends.
 */
public final class DevStackExtension implements BeforeAllCallback {
  private final Set<Part> parts;
  private volatile SharedParts shared;

  private DevStackExtension(Set<Part> parts) {
    this.parts = parts;
  }

  /** The extension for a class that uses these parts. */
  public static DevStackExtension with(Part first, Part... more) {
    return new DevStackExtension(EnumSet.of(first, more));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    shared = SharedParts.ofThisJvm();
    parts.forEach(shared::get);
  }

  /** The broker. */
  public KafkaBroker kafka() {
    return get(Part.KAFKA, KafkaBroker.class);
  }

  /** The Redis server. */
  public RedisServer redis() {
    return get(Part.REDIS, RedisServer.class);
  }

  /** The ClickHouse engine. */
  public EmbeddedClickHouse clickHouse() {
    return get(Part.CLICKHOUSE, EmbeddedClickHouse.class);
  }

  private <T> T get(Part part, Class<T> type) {
    if (!parts.contains(part)) {
      throw new IllegalStateException("DevStackExtension.with(...) does not name Part." + part);
    }
    if (shared == null) {
      throw new IllegalStateException(
          "the stack starts before the first test: register it in a static field");
    }
    return type.cast(shared.get(part));
  }
}
