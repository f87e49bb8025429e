package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the sender knows: every attempt and its answer, written line by line to a file. Only this
 * can show a 2xx that left no record: neither Kafka nor ClickHouse can know of it. Thread-safe.
 */
final class History implements AutoCloseable {

  private final Instant start;
  private final Clock clock;
  private final SequenceWriter lines;
  private final Set<String> sent = new TreeSet<>();
  private final Set<String> acknowledged = new TreeSet<>();
  private final Set<String> refused = new TreeSet<>();
  private int attempts;
  private int redelivered;

  History(Path file, Clock clock) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    this.clock = clock;
    this.start = clock.instant();
    this.lines =
        new ObjectMapper()
            .writer()
            .withRootValueSeparator("\n")
            .writeValues(Files.newBufferedWriter(file));
  }

  /** Records one attempt and its answer. */
  synchronized void record(Delivery delivery, Answer answer) {
    String identity = delivery.identity().toString();
    attempts++;
    if (!sent.add(identity)) {
      redelivered++;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("at", clock.instant().toString());
    line.put("identity", identity);
    line.put("event_type", delivery.eventType());
    if (answer instanceof Answer.Answered answered) {
      line.put("status", answered.status());
      line.put("outcome", answered.acknowledged() ? "ok" : answered.refused() ? "not" : "unknown");
      if (answered.acknowledged()) {
        acknowledged.add(identity);
      } else if (answered.refused()) {
        refused.add(identity);
      }
    } else if (answer instanceof Answer.Unknown unknown) {
      line.put("outcome", "unknown");
      line.put("cause", unknown.cause());
    }
    try {
      lines.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** When the first attempt may have been made. */
  Instant start() {
    return start;
  }

  /** Identities of all deliveries that were tried. */
  synchronized Set<String> sent() {
    return new TreeSet<>(sent);
  }

  /** Identities with at least one 2xx: each must be one row. */
  synchronized Set<String> acknowledged() {
    return new TreeSet<>(acknowledged);
  }

  /** Identities that got a final no and never a 2xx: none may be a row. */
  synchronized Set<String> refused() {
    Set<String> never = new TreeSet<>(refused);
    never.removeAll(acknowledged);
    return never;
  }

  /** Attempts beyond the first of a delivery. */
  synchronized int redelivered() {
    return redelivered;
  }

  /** All attempts. */
  synchronized int attempts() {
    return attempts;
  }

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
