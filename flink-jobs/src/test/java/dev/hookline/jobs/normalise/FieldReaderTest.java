package dev.hookline.jobs.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.hookline.contract.ContentType;
import dev.hookline.contract.JsonBody;
import dev.hookline.contract.MalformedBodyException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldReaderTest {

  private static final PathTree WANTED =
      PathTree.of(List.of("action", "a.b", "a.b.c", "n"))
          .withElements("log.items", List.of("id", "x.y"), item -> item.isTrue("x.y"));

  @Test
  void readsWantedValuesAndTheirKinds() throws MalformedBodyException {
    Fields fields =
        read("{'skip':{'action':'no'},'a':{'z':[1,{}],'b':{'c':12}},'action':'go','n':null,'m':1}");

    assertThat(fields.string("action")).isEqualTo("go");
    assertThat(fields.kind("a.b")).isEqualTo(JsonValue.Kind.OBJECT);
    assertThat(fields.number("a.b.c")).hasValue(12);
    assertThat(fields.kind("n")).isEqualTo(JsonValue.Kind.NULL);
    assertThat(fields.kind("m")).isEqualTo(JsonValue.Kind.ABSENT);
  }

  @Test
  void keepsOnlyTheElementsThatAreAskedFor() throws MalformedBodyException {
    Fields fields =
        read(
            "{'log':{'items':[1,[{}],{'id':1},{'x':{'y':false},'id':2},{'id':3,'x':{'y':true}}]}}");

    assertThat(fields.elements("log.items"))
        .singleElement()
        .satisfies(item -> assertThat(item.number("id")).hasValue(3));
    assertThat(fields.elements("other")).isEmpty();
  }

  @Test
  void boundsTheElementsThatAreKept() throws MalformedBodyException {
    String item = "{'x':{'y':true}}";
    Fields fields =
        read("{'log':{'items':[" + (item + ",").repeat(Fields.MAX_ELEMENTS) + item + "]}}");

    assertThat(fields.elements("log.items")).hasSize(Fields.MAX_ELEMENTS);
  }

  @Test
  void takesTheLastOfARepeatedName() throws MalformedBodyException {
    assertThat(read("{'action':'a','action':'b'}").string("action")).isEqualTo("b");
  }

  @Test
  void readsAStringUpToTheLimitAndNoLongerOne() throws MalformedBodyException {
    String longest = "x".repeat(FieldReader.MAX_VALUE_BYTES);

    assertThat(read("{'action':'" + longest + "'}").string("action")).isEqualTo(longest);
    assertThat(read("{'action':'" + longest + "x'}").kind("action"))
        .isEqualTo(JsonValue.Kind.OVERLONG);
    assertThat(read("{'action':'" + longest + "x','n':7}").number("n")).hasValue(7);
    assertThat(read("{'action':'\\\\\\\"'}").string("action")).isEqualTo("\\\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"action", "body"})
  void needsNoMemoryForALongStringWhetherWantedOrNot(String name) throws MalformedBodyException {
    byte[] body = longString(name);
    read(body);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Fields fields = read(body);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(fields.number("n")).hasValue(7);
    assertThat(allocated).isLessThan(256 * 1024);
  }

  @Test
  void goesAsDeepAsTheContractAllowsAndNoDeeper() throws MalformedBodyException {
    int inner = JsonBody.MAX_DEPTH - 1;
    String deep = "{'a':{'b':" + "[".repeat(inner - 1) + "]".repeat(inner - 1) + "},'n':7}";

    assertThat(read(deep).number("n")).hasValue(7);
    assertThatThrownBy(() -> read(deep.replace("[]", "[[]]")))
        .isInstanceOf(MalformedBodyException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "[]",
        "{",
        "{'a'",
        "{'a':{'b':",
        "{'log':{'items':[",
        "{'log':{'items':[{",
        "{}}",
        "{}{}"
      })
  void refusesWhatIsNotOneObject(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedBodyException.class);
  }

  @Test
  void refusesANameOverTheLimitWithoutBuildingIt() {
    byte[] body = longString("x".repeat(JsonBody.MAX_NAME_LENGTH + 1));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    assertThatThrownBy(() -> read(body))
        .isInstanceOf(MalformedBodyException.class)
        .hasMessageContaining("ame length");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 * 1024 * 1024);
  }

  private static byte[] longString(String name) {
    byte[] head = ("{\"" + name + "\":\"").getBytes(UTF_8);
    byte[] tail = "\",\"n\":7}".getBytes(UTF_8);
    byte[] body = new byte[21 * 1024 * 1024];
    Arrays.fill(body, (byte) 'x');
    System.arraycopy(head, 0, body, 0, head.length);
    System.arraycopy(tail, 0, body, body.length - tail.length, tail.length);
    return body;
  }

  private static Fields read(String json) throws MalformedBodyException {
    return read(json.replace('\'', '"').getBytes(UTF_8));
  }

  private static Fields read(byte[] body) throws MalformedBodyException {
    return FieldReader.read(ContentType.JSON, body, WANTED);
  }
}
