package dev.hookline.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {

  @Property
  void theJsonOfAFormIsWhatWasEncoded(@ForAll String text) throws Exception {
    String encoded = URLEncoder.encode(text, UTF_8);
    byte[] form = ("first=1&payload=" + encoded + "&payload=second").getBytes(UTF_8);

    assertThat(JsonBody.json(ContentType.FORM, form)).isEqualTo(text.getBytes(UTF_8));
  }

  @Property(tries = 500)
  void anyBytesAreCheckedWithoutAnotherException(@ForAll byte[] body) {
    for (ContentType type : ContentType.values()) {
      try {
        JsonBody.check(type, body);
      } catch (MalformedBodyException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " {\"a\":[1,2,{\"b\":null}]} \n",
        "{\"nul\":\"\\u0000\",\"lone\":\"\\ud800\"}",
        "{\"n\":123456789012345678901234567890}"
      })
  void wellFormedObjectsPass(String json) {
    assertThatCode(() -> JsonBody.check(ContentType.JSON, json.getBytes(UTF_8)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "1",
        "\"text\"",
        "{",
        "{\"a\":}",
        "{}{}",
        "{} x",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\u0001\"}",
        "{'a':1}",
        "{\"a\":1,}",
        "{\"a\":NaN}",
        "{/* c */}"
      })
  void everythingElseIsRefusedWithACause(String body) {
    assertThatThrownBy(() -> JsonBody.check(ContentType.JSON, body.getBytes(UTF_8)))
        .isInstanceOf(MalformedBodyException.class)
        .message()
        .isNotBlank();
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    byte[] latin = {'{', '"', 'a', '"', ':', '"', (byte) 0xe4, '"', '}'};
    byte[] utf16 = "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);

    assertThatThrownBy(() -> JsonBody.check(ContentType.JSON, latin))
        .isInstanceOf(MalformedBodyException.class);
    assertThatThrownBy(() -> JsonBody.check(ContentType.JSON, utf16))
        .isInstanceOf(MalformedBodyException.class);
  }

  @Test
  void aDepthOf512PassesAndOneMoreDoesNot() {
    assertThatCode(() -> JsonBody.check(ContentType.JSON, nested(512))).doesNotThrowAnyException();
    assertThatThrownBy(() -> JsonBody.check(ContentType.JSON, nested(513)))
        .isInstanceOf(MalformedBodyException.class)
        .hasMessageContaining("512");
  }

  @Test
  void aStringAsLongAsABodyMayBePasses() {
    byte[] body = ("{\"a\":\"" + "x".repeat(21 * 1024 * 1024) + "\"}").getBytes(UTF_8);

    assertThatCode(() -> JsonBody.check(ContentType.JSON, body)).doesNotThrowAnyException();
  }

  @Test
  void aFormWithoutPayloadOrWithBrokenEncodingIsRefused() {
    assertThatThrownBy(() -> JsonBody.check(ContentType.FORM, "a=1&b=2".getBytes(UTF_8)))
        .hasMessageContaining("payload");
    assertThatThrownBy(() -> JsonBody.check(ContentType.FORM, "payload=%7".getBytes(UTF_8)))
        .hasMessageContaining("percent-encoding");
    assertThatThrownBy(() -> JsonBody.check(ContentType.FORM, "payload=%zz".getBytes(UTF_8)))
        .hasMessageContaining("percent-encoding");
  }

  @Test
  void aFormsLastCharacterMayBeEncoded() {
    assertThatCode(() -> JsonBody.check(ContentType.FORM, "payload=%7B%7D".getBytes(UTF_8)))
        .doesNotThrowAnyException();
  }

  @Test
  void contentTypesAreReadWithoutCaseAndParameters() {
    assertThat(ContentType.ofHeader("Application/JSON; charset=utf-8")).contains(ContentType.JSON);
    assertThat(ContentType.ofHeader("application/x-www-form-urlencoded"))
        .contains(ContentType.FORM);
    assertThat(ContentType.ofHeader("text/plain")).isEmpty();
    assertThat(ContentType.ofHeader(null)).isEmpty();
  }

  private static byte[] nested(int depth) {
    return ("{\"a\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1)).getBytes(UTF_8);
  }
}
