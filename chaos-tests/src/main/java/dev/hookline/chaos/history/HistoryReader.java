package dev.hookline.chaos.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads what {@link HistoryLog} has written, several files as one history. A line that is cut short
 * is no error at the very end of a file; anywhere else, and for any other fault, it is.
 */
public final class HistoryReader {

  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private final ObjectMapper mapper =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final List<Intent> intents = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Map<String, Object>> faults = new ArrayList<>();
  private int cutLines;

  private HistoryReader() {}

  /**
   * Reads and merges.
   *
   * @param files each written by one {@link HistoryLog}
   * @throws IllegalArgumentException for a line that is no line of a history, naming file and line;
   *     for two intents of one identity; for an operation without an intent
   * @throws UncheckedIOException when a file cannot be read
   */
  public static ReadHistory read(List<Path> files) {
    HistoryReader reader = new HistoryReader();
    files.forEach(reader::readFile);
    return new ReadHistory(
        History.of(reader.intents, reader.operations), reader.faults, reader.cutLines);
  }

  private void readFile(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the history " + file, e);
    }
    List<String> lines = Arrays.asList(text.split("\n", -1));
    for (int i = 0; i < lines.size(); i++) {
      boolean unended = i == lines.size() - 1;
      if (!lines.get(i).isEmpty() || !unended) {
        readLine(file, i + 1, lines.get(i), unended);
      }
    }
  }

  private void readLine(Path file, int number, String line, boolean unended) {
    JsonNode node;
    try {
      node = mapper.readTree(line);
    } catch (JsonProcessingException e) {
      if (unended) {
        cutLines++;
        return;
      }
      throw broken(file, number, "no JSON: " + e.getOriginalMessage(), e);
    }
    if (!(node instanceof ObjectNode fields) || !fields.path(HistoryLog.KIND).isTextual()) {
      throw broken(file, number, "must be an object with a field " + HistoryLog.KIND, null);
    }
    try {
      take(fields.remove(HistoryLog.KIND).textValue(), fields);
    } catch (JsonProcessingException e) {
      throw broken(file, number, e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw broken(file, number, e.getMessage(), e);
    }
  }

  private void take(String kind, ObjectNode fields) throws JsonProcessingException {
    switch (kind) {
      case HistoryLog.INTENT -> intents.add(mapper.treeToValue(fields, Intent.class));
      case HistoryLog.OPERATION -> operations.add(mapper.treeToValue(fields, Operation.class));
      case HistoryLog.FAULT -> faults.add(mapper.convertValue(fields, FIELDS));
      default ->
          throw new IllegalArgumentException(
              HistoryLog.KIND + " must be intent, operation or fault; got '" + kind + "'");
    }
  }

  private static IllegalArgumentException broken(
      Path file, int number, String why, Exception cause) {
    return new IllegalArgumentException(file + ", line " + number + ": " + why, cause);
  }
}
