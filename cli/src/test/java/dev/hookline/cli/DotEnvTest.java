package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DotEnvTest {

  @TempDir private Path folder;

  static Arguments[] lines() {
    return new Arguments[] {
      line("A=plain", "plain"),
      line("A=", ""),
      line("A=   ", ""),
      line("  A = spaces around  ", "spaces around"),
      line("export A=exported", "exported"),
      line("A=http://host:8123/?a=b&c=d", "http://host:8123/?a=b&c=d"),
      line("A=value # a comment", "value"),
      line("A=value\t# a comment", "value"),
      line("A=value#no-comment", "value#no-comment"),
      line("A=#no-comment", "#no-comment"),
      line("A=C:\\dir\\new", "C:\\dir\\new"),
      line("A=one \\", "one \\"),
      line("A=it's", "it's"),
      line("A=${B}-$C", "${B}-$C"),
      line("A=\"quoted\"", "quoted"),
      line("A='quoted'", "quoted"),
      line("A=\"\"", ""),
      line("A=''", ""),
      line("A=\" kept # as it is \"  # a comment", " kept # as it is "),
      line("A=' kept # as it is '# a comment", " kept # as it is "),
      line("A=\"say \\\"so\\\"\\n\\\\ \\d\"", "say \"so\"\n\\ \\d"),
      line("A='C:\\new\\'", "C:\\new\\"),
      line("A='two\nB=lines'", "two\nB=lines"),
      line("A=ümlaut", "ümlaut"),
      line("A=first\nA=second", "second"),
    };
  }

  private static Arguments line(String text, String value) {
    return Arguments.of(text, value);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aLineHasItsValueWhateverIsAroundItAndHoweverLinesEnd(String text, String value) {
    assertThat(DotEnv.parse(text)).isEqualTo(Map.of("A", value));
    Map<String, String> all = Map.of("X", "1", "A", value, "Z", "2");
    assertThat(DotEnv.parse("X=1\n" + text + "\nZ=2")).isEqualTo(all);
    assertThat(DotEnv.parse("\uFEFFX=1\r\n\r\n" + text + "\r\n# B='\r\nZ=2\r\n")).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n \n", "# A=1", "  # it's", "A", "=1", "A B=1"})
  void aLineThatSetsNothingIsPassedOver(String text) {
    assertThat(DotEnv.parse(text + "\nZ=2\n")).isEqualTo(Map.of("Z", "2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A='open", "A=\"open", "A=\"x\"y", "A='it\\'s'", "A=\"open\\\""})
  void aQuoteThatDoesNotEndTheValueIsRefused(String text) {
    assertThatThrownBy(() -> DotEnv.parse("X=1\n" + text + "\nZ=2\n"))
        .hasMessage("the value of A begins with a quote and does not end with it");
  }

  @Test
  void aFileIsReadAndOneThatCannotBeIsNamed() throws Exception {
    Path file = folder.resolve(".env");
    assertThat(DotEnv.read(file)).isEmpty();
    Files.writeString(file, "A=1\n");
    assertThat(DotEnv.read(file)).isEqualTo(Map.of("A", "1"));
    Files.writeString(file, "A='1\n");
    assertThatThrownBy(() -> DotEnv.read(file))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("the value of A");
    Files.write(file, new byte[] {'A', '=', (byte) 0xff});
    assertThatThrownBy(() -> DotEnv.read(file))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining(file.toString());
  }
}
