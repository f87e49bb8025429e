package dev.hookline.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {

  @TempDir private Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("secret"), text).toString();
  }

  @Test
  void theFileIsTheValueWithoutItsLinesEnd() throws IOException {
    assertThat(SecretFiles.resolve(Map.of("HOOKLINE_X_FILE", file(" a b\n"), "Y", "1")))
        .containsEntry("HOOKLINE_X", " a b")
        .containsEntry("Y", "1");
  }

  @Test
  void filesOfOthersAreLeftAlone() {
    Map<String, String> others = Map.of("SSL_CERT_FILE", "/none", "HOOKLINE_X_FILE", "");
    assertThat(SecretFiles.resolve(others)).isEqualTo(others);
  }

  @Test
  void twoSecretsForOneVariableAreRefused() throws IOException {
    Map<String, String> same = Map.of("HOOKLINE_X", "b", "HOOKLINE_X_FILE", file("b"));
    assertThat(SecretFiles.resolve(same)).containsEntry("HOOKLINE_X", "b");
    Map<String, String> both = Map.of("HOOKLINE_X", "a", "HOOKLINE_X_FILE", file("b"));
    assertThatThrownBy(() -> SecretFiles.resolve(both))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "HOOKLINE_X_FILE: is set, and so is HOOKLINE_X to something else: leave one of them"
                + " out");
  }

  @Test
  void whatCannotBeASecretIsRefusedWithItsVariable() throws IOException {
    assertThatThrownBy(() -> resolve(folder.resolve("missing").toString()))
        .hasMessageStartingWith("HOOKLINE_X_FILE: ")
        .hasMessageContainingAll("missing", "cannot be read", "may read");
    assertThatThrownBy(() -> resolve(folder.toString())).hasMessageContaining("cannot be read");
    String empty = file("\n");
    assertThatThrownBy(() -> resolve(empty)).hasMessageContaining("is empty");
    String large = file("x".repeat(64 * 1024 + 1));
    assertThatThrownBy(() -> resolve(large)).hasMessageContaining("64 KiB");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
    assertThatThrownBy(() -> resolve(binary.toString())).hasMessageContaining("UTF-8");
  }

  private static void resolve(String file) {
    SecretFiles.resolve(Map.of("HOOKLINE_X_FILE", file));
  }
}
