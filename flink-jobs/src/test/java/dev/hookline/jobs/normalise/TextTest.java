package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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
}
