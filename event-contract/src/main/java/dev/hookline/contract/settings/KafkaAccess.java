package dev.hookline.contract.settings;

import java.io.IOException;
import java.io.Serializable;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a Kafka cluster lets its clients in: protocol, SASL and TLS, under the names of Kafka's own
 * client settings and handed to every client as they are. Nothing else can be set this way: on the
 * other settings the guarantees rest.
 */
public final class KafkaAccess implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A cluster that asks nobody who he is, without encryption. */
  public static final KafkaAccess NONE = new KafkaAccess(Map.of());

  private static final List<String> PREFIXES = List.of("security.", "sasl.", "ssl.");
  private static final Set<String> OTHERS = Set.of("client.dns.lookup");
  private static final String PROTOCOL = "security.protocol";
  private static final Set<String> PROTOCOLS =
      new TreeSet<>(Set.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"));

  private final Map<String, String> properties;

  private KafkaAccess(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
  }

  /**
   * Reads a file of properties, as Kafka's own tools take it by {@code --command-config}.
   *
   * @param setting what names the file, for the message of a failure
   * @param file its path; blank for none
   * @return {@link #NONE} for none
   * @throws SettingException naming the file and the property that cannot be used
   */
  public static KafkaAccess read(String setting, String file) {
    if (file == null || file.isBlank()) {
      return NONE;
    }
    Path path = Path.of(file.strip());
    String text = SettingFile.read(setting, path);
    Properties read = new Properties();
    try {
      read.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      // not its cause: the parser's message may quote a password
      throw new SettingException(setting, path + " is not a file of properties, name=value");
    }
    Map<String, String> properties = new TreeMap<>();
    for (String name : read.stringPropertyNames()) {
      check(setting, path, name, read.getProperty(name).strip());
      properties.put(name, read.getProperty(name).strip());
    }
    return new KafkaAccess(properties);
  }

  private static void check(String setting, Path file, String name, String value) {
    if (PREFIXES.stream().noneMatch(name::startsWith) && !OTHERS.contains(name)) {
      throw new SettingException(
          setting,
          file
              + " sets "
              + name
              + ", which is no setting of the access to Kafka: it may hold security.*, sasl.*,"
              + " ssl.* and client.dns.lookup; take the line out");
    }
    if (name.equals(PROTOCOL) && !PROTOCOLS.contains(value)) {
      throw new SettingException(
          setting, file + " sets " + PROTOCOL + " to '" + value + "': it must be of " + PROTOCOLS);
    }
  }

  /**
   * The properties.
   *
   * @return by Kafka's names; passwords among them
   */
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KafkaAccess that && properties.equals(that.properties);
  }

  @Override
  public int hashCode() {
    return Objects.hash(properties);
  }

  /** The names without the values; empty for none. */
  @Override
  public String toString() {
    return String.join(", ", new TreeSet<>(properties.keySet()));
  }
}
