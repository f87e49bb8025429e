package dev.hookline.devstack.container;

import dev.hookline.devstack.internal.Template;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** The embedded broker's settings, as the official image takes them. */
final class KafkaEnvironment {
  /** How the broker is reached and where its files are is the container's own. */
  private static final Set<String> OF_THE_CONTAINER =
      Set.of(
          "process.roles",
          "node.id",
          "controller.quorum.voters",
          "listeners",
          "advertised.listeners",
          "listener.security.protocol.map",
          "inter.broker.listener.name",
          "controller.listener.names",
          "log.dirs");

  /** A container is a broker alone: what the embedded ones fill in by their number is 1. */
  private static final Map<String, String> REPLICAS =
      Map.of("{{replicas}}", "1", "{{inSync}}", "1");

  private KafkaEnvironment() {}

  static Map<String, String> ofTheEmbeddedBroker() {
    Properties settings = new Properties();
    try {
      settings.load(new StringReader(Template.read("kafka/server.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> environment = new TreeMap<>();
    for (String key : settings.stringPropertyNames()) {
      if (!OF_THE_CONTAINER.contains(key)) {
        environment.put(
            "KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_'),
            REPLICAS.getOrDefault(settings.getProperty(key), settings.getProperty(key)));
      }
    }
    return environment;
  }
}
