package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TextTest {

  @Example
  void replacesNulAndLoneSurrogatesAndNothingElse() {
    assertThat(Text.clean("a\u0000b")).isEqualTo("a\uFFFDb");
    assertThat(Text.clean("\uD83D\uDE00\uD83Dx\uDE00")).isEqualTo("\uD83D\uDE00\uFFFDx\uFFFD");
    assertThat(Text.clean("\uD83D")).isEqualTo("\uFFFD");
    assertThat(Text.clean("\uD83D\uD83D\uDE00")).isEqualTo("\uFFFD\uD83D\uDE00");
  }

  @Example
  void keepsAGoodTextAsItIs() {
    String text = "naïve \uD83D\uDE00 \t";
    assertThat(Text.clean(text)).isSameAs(text);
  }

  @Example
  void decodesBytesThatAreNoUtf8() {
    assertThat(Text.ofUtf8(new byte[] {'a', (byte) 0xC3, 0, 'b'})).isEqualTo("a\uFFFD\uFFFDb");
  }

  @Property
  void givesTextThatSurvivesUtf8AndHoldsNoNul(@ForAll String text) {
    String clean = Text.clean(text);

    assertThat(clean).hasSameSizeAs(text).doesNotContain("\u0000");
    assertThat(new String(clean.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(clean);
    assertThat(Text.clean(clean)).isSameAs(clean);
  }

  @Property
  void cleansBytesAsItCleansTheirText(@ForAll byte[] bytes) {
    assertThat(Text.cleanUtf8(bytes))
        .isEqualTo(Text.ofUtf8(bytes).getBytes(StandardCharsets.UTF_8));
  }

  @Property
  void cleansTheBytesOfAnyTextAsItCleansTheText(@ForAll String text, @ForAll byte last) {
    byte[] bytes = (text + " naïve \u20AC \uD83D\uDE00" + text).getBytes(StandardCharsets.UTF_8);
    byte[] mostlyClean = Arrays.copyOf(bytes, bytes.length + 1);
    mostlyClean[bytes.length] = last;

    assertThat(Text.cleanUtf8(bytes))
        .isEqualTo(Text.ofUtf8(bytes).getBytes(StandardCharsets.UTF_8));
    assertThat(Text.cleanUtf8(mostlyClean))
        .isEqualTo(Text.ofUtf8(mostlyClean).getBytes(StandardCharsets.UTF_8));
  }

  @Example
  void knowsEveryPairOfLeadAndSecondByte() {
    for (int lead = 0; lead < 256; lead++) {
      for (int second = 0; second < 256; second++) {
        byte[] bytes = {(byte) lead, (byte) second, (byte) 0x80, (byte) 0x80, 'x'};
        for (int length = 1; length <= bytes.length; length++) {
          byte[] cut = Arrays.copyOf(bytes, length);
          assertThat(Text.cleanUtf8(cut))
              .isEqualTo(Text.ofUtf8(cut).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  @Example
  void givesCleanBytesBackWithoutACopy() {
    byte[] bytes = "{\"name\": \"naïve \uD83D\uDE00\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(Text.cleanUtf8(bytes)).isSameAs(bytes);
  }
}
