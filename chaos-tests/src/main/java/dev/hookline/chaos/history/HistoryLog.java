package dev.hookline.chaos.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Writes {@code history.jsonl}: one JSON object a line, handed to the operating system before the
 * call returns. So an {@link #intent} that is written before its first attempt is there whatever
 * happens to this process. Thread-safe.
 */
public final class HistoryLog implements AutoCloseable {

  static final String KIND = "kind";
  static final String INTENT = "intent";
  static final String OPERATION = "operation";
  static final String FAULT = "fault";

  private final ObjectMapper mapper = new ObjectMapper();
  private final Path file;
  private final Writer lines;

  /**
   * Begins a history.
   *
   * @param file must not exist yet; its folder is made
   * @throws UncheckedIOException when it exists or cannot be written
   */
  public HistoryLog(Path file) {
    this.file = file;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      this.lines = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot begin the history " + file, e);
    }
  }

  /** Where the history is. */
  public Path file() {
    return file;
  }

  /** Writes down what a delivery means; to be called before its first attempt. */
  public void intent(Intent intent) {
    write(INTENT, mapper.valueToTree(intent));
  }

  /** Writes down an attempt and what came of it. */
  public void operation(Operation operation) {
    write(OPERATION, mapper.valueToTree(operation));
  }

  /**
   * Writes down a fault, so that a reader sees it between the attempts that it met.
   *
   * @param fields names to values that JSON knows; no name may be {@code kind}
   */
  public void fault(Map<String, ?> fields) {
    if (fields.containsKey(KIND)) {
      throw new IllegalArgumentException("a field must not be called " + KIND + ": " + fields);
    }
    write(FAULT, mapper.valueToTree(fields));
  }

  private void write(String kind, ObjectNode fields) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put(KIND, kind).setAll(fields);
    synchronized (this) {
      try {
        lines.write(mapper.writeValueAsString(line) + "\n");
        lines.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write the history " + file, e);
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot end the history " + file, e);
    }
  }
}
