package dev.hookline.jobs.normalise;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import java.io.IOException;

/**
 * Reads the wanted values of a body in one pass and builds nothing else: a string that is not
 * wanted, or that is too long to be a label, is skipped as bytes. The memory needed does not grow
 * with the body.
 */
public final class FieldReader {

  /** The longest string that is read, in bytes as the body writes it, escapes included. */
  public static final int MAX_VALUE_BYTES = 4096;

  /** A 64-bit number has at most 20 characters; no id or time is longer. */
  private static final int MAX_INTEGER_LENGTH = 20;

  private final byte[] json;
  private final JsonParser parser;

  private FieldReader(byte[] json, JsonParser parser) {
    this.json = json;
    this.parser = parser;
  }

  /**
   * Reads a body to its end.
   *
   * @param contentType how the body carries its JSON
   * @param body the bytes as received, not null
   * @param wanted what to keep
   * @return the values; of a name that repeats, the last one
   * @throws MalformedBodyException when the body is not one well-formed JSON object
   */
  public static Fields read(ContentType contentType, byte[] body, PathTree wanted)
      throws MalformedBodyException {
    byte[] json = JsonBody.json(contentType, body);
    try (JsonParser parser = JsonBody.parser(ContentType.JSON, json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedBodyException("the JSON must be an object");
      }
      Fields fields = new Fields();
      new FieldReader(json, parser).object(wanted.root(), fields);
      if (parser.nextToken() != null) {
        throw new MalformedBodyException("something follows the JSON object");
      }
      return fields;
    } catch (MalformedBodyException e) {
      throw e;
    } catch (IOException e) {
      throw new MalformedBodyException("not well-formed JSON: " + firstLine(e.getMessage()));
    }
  }

  /** Recursion is as deep as the tree of wanted paths, however deep the body is. */
  private void object(PathTree.Node node, Fields into) throws IOException {
    while (next() == JsonToken.FIELD_NAME) {
      PathTree.Node child = node.child(parser.currentName());
      JsonToken token = next();
      if (child == null) {
        parser.skipChildren();
      } else {
        value(token, child, into);
      }
    }
  }

  private void value(JsonToken token, PathTree.Node node, Fields into) throws IOException {
    if (node.isWanted()) {
      into.put(node.path(), valueOf(token));
    }
    if (token == JsonToken.START_OBJECT && node.isInner()) {
      object(node, into);
    } else if (token == JsonToken.START_ARRAY && node.elements() != null) {
      array(node, into);
    } else {
      parser.skipChildren();
    }
  }

  private void array(PathTree.Node node, Fields into) throws IOException {
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      if (token != JsonToken.START_OBJECT) {
        parser.skipChildren();
        continue;
      }
      Fields element = new Fields();
      object(node.elements().root(), element);
      if (node.keeps(element)) {
        into.addElement(node.path(), element);
      }
    }
  }

  private JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new MalformedBodyException("the JSON ends before its object does");
    }
    return token;
  }

  private JsonValue valueOf(JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING ->
          isOverlong()
              ? new JsonValue(JsonValue.Kind.OVERLONG, "")
              : new JsonValue(JsonValue.Kind.STRING, Text.clean(parser.getText()));
      case VALUE_NUMBER_INT ->
          new JsonValue(
              JsonValue.Kind.INTEGER,
              parser.getTextLength() > MAX_INTEGER_LENGTH ? "" : parser.getText());
      case VALUE_NUMBER_FLOAT -> new JsonValue(JsonValue.Kind.DECIMAL, "");
      case VALUE_TRUE -> new JsonValue(JsonValue.Kind.TRUE, "");
      case VALUE_FALSE -> new JsonValue(JsonValue.Kind.FALSE, "");
      case START_OBJECT -> new JsonValue(JsonValue.Kind.OBJECT, "");
      case START_ARRAY -> new JsonValue(JsonValue.Kind.ARRAY, "");
      default -> new JsonValue(JsonValue.Kind.NULL, "");
    };
  }

  /**
   * Looks for the closing quote in the bytes themselves: asking the parser for the length would
   * build the whole string first.
   */
  private boolean isOverlong() {
    long opening = parser.currentTokenLocation().getByteOffset();
    if (opening < 0) {
      return true;
    }
    int limit = (int) Math.min(json.length, opening + 1 + MAX_VALUE_BYTES + 1);
    for (int i = (int) opening + 1; i < limit; i++) {
      if (json[i] == '"') {
        return false;
      }
      i += json[i] == '\\' ? 1 : 0;
    }
    return true;
  }

  private static String firstLine(String message) {
    int end = message == null ? -1 : message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
