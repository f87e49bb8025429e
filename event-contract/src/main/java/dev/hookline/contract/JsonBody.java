package dev.hookline.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * The JSON inside a body: the one place that knows how a form carries it and how deep and long it
 * may be. The gateway asks whether it is well-formed, the job reads it; both by the same rules, so
 * what passes the one cannot fail the other.
 */
public final class JsonBody {

  /** The deepest nesting of objects and arrays that is accepted. */
  public static final int MAX_DEPTH = 512;

  /**
   * The longest name of a field, in characters. A parser builds every name, wanted or not, so a
   * name of the body's size would cost ten times that in memory.
   */
  public static final int MAX_NAME_LENGTH = 50_000;

  private static final byte[] PAYLOAD = "payload=".getBytes(ISO_8859_1);

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          // RFC 8259: JSON between systems is UTF-8; a guess at UTF-16 would store unreadable
          // payloads.
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          // Two million different names take 0.3 s to read, and 5 s when each is interned.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Topics.MAX_BODY_BYTES)
                  .maxNumberLength(10_000)
                  .maxNameLength(MAX_NAME_LENGTH)
                  .build())
          .build();

  private JsonBody() {}

  /**
   * A streaming parser with this contract's limits.
   *
   * @param contentType how the body carries its JSON
   * @param body the bytes as received
   * @return a parser at the start of the JSON, to be closed by the caller
   * @throws MalformedBodyException when a form has no field {@code payload}, or its
   *     percent-encoding is broken
   * @throws IOException as the parser says
   */
  public static JsonParser parser(ContentType contentType, byte[] body) throws IOException {
    return FACTORY.createParser(
        contentType == ContentType.JSON
            ? new ByteArrayInputStream(body)
            : new ByteArrayInputStream(payloadOfForm(body)));
  }

  /**
   * The JSON's bytes: the body itself, or the decoded field {@code payload} of a form.
   *
   * @param contentType how the body carries its JSON
   * @param body the bytes as received
   * @return the body's own array for JSON, a new one for a form
   * @throws MalformedBodyException as {@link #parser}
   */
  public static byte[] json(ContentType contentType, byte[] body) throws MalformedBodyException {
    return contentType == ContentType.JSON ? body : payloadOfForm(body);
  }

  /**
   * Checks that a body holds one well-formed JSON object and nothing after it.
   *
   * @param contentType how the body carries its JSON
   * @param body the bytes as received
   * @throws MalformedBodyException naming what is wrong and where
   */
  public static void check(ContentType contentType, byte[] body) throws MalformedBodyException {
    if (body.length == 0) {
      throw new MalformedBodyException("the body is empty");
    }
    try (JsonParser parser = parser(contentType, body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedBodyException("the JSON must be an object");
      }
      int depth = 1;
      while (depth > 0) {
        JsonToken token = parser.nextToken();
        if (token == null) {
          throw new MalformedBodyException("the JSON ends before its object does");
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
      if (parser.nextToken() != null) {
        throw new MalformedBodyException("something follows the JSON object");
      }
    } catch (MalformedBodyException e) {
      throw e;
    } catch (IOException e) {
      throw new MalformedBodyException("not well-formed JSON: " + firstLine(e.getMessage()));
    }
  }

  private static byte[] payloadOfForm(byte[] body) throws MalformedBodyException {
    int start = 0;
    while (start <= body.length) {
      int end = indexOf(body, (byte) '&', start);
      if (startsWith(body, PAYLOAD, start)) {
        return percentDecode(body, start + PAYLOAD.length, end);
      }
      start = end + 1;
    }
    throw new MalformedBodyException("the form has no field 'payload'");
  }

  private static byte[] percentDecode(byte[] body, int start, int end)
      throws MalformedBodyException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(end - start);
    for (int i = start; i < end; i++) {
      byte b = body[i];
      if (b == '+') {
        out.write(' ');
      } else if (b == '%') {
        int high = i + 2 < end ? Character.digit(body[i + 1], 16) : -1;
        int low = i + 2 < end ? Character.digit(body[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw new MalformedBodyException("broken percent-encoding in the form at byte " + i);
        }
        out.write(high << 4 | low);
        i += 2;
      } else {
        out.write(b);
      }
    }
    return out.toByteArray();
  }

  private static int indexOf(byte[] bytes, byte wanted, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return bytes.length;
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix, int from) {
    if (from + prefix.length > bytes.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static String firstLine(String message) {
    int end = message == null ? -1 : message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
