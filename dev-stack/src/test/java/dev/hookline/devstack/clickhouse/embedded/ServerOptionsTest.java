package dev.hookline.devstack.clickhouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {
  private static final Map<String, String> PASSWORDS =
      Map.of("HOOKLINE_WRITER_PASSWORD", "secret-w", "HOOKLINE_ANALYST_PASSWORD", "secret-a");

  @Test
  void listensOnLoopbackUnlessToldOtherwise() {
    ServerOptions options = ServerOptions.of(new String[] {"--folder", "/data"}, PASSWORDS);

    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(options.port()).isEqualTo(8123);
    assertThat(options.library()).isNull();
  }

  @Test
  void printsNoPassword() {
    assertThat(ServerOptions.of(new String[] {"--folder", "/data"}, PASSWORDS).toString())
        .doesNotContain("secret")
        .contains("hookline_analyst (read only)");
  }

  @Test
  void anAdministratorHasANameAndAPasswordOfItsOwn() {
    Map<String, String> passwords = new HashMap<>(PASSWORDS);
    passwords.put("HOOKLINE_ADMIN_PASSWORD", "secret-x");
    String[] arguments = {"--folder", "/data", "--admin", "owner"};

    assertThat(ServerOptions.of(arguments, passwords).accounts().accounts())
        .contains(new Accounts.Account("owner", "secret-x", false));
    assertThatThrownBy(() -> ServerOptions.of(arguments, PASSWORDS))
        .hasMessageContaining("HOOKLINE_ADMIN_PASSWORD is not set: the password of owner");
  }

  @Test
  void namesWhatIsWrong() {
    refuses("--folder", Map.of("HOOKLINE_WRITER_PASSWORD", "x"), "HOOKLINE_ANALYST_PASSWORD");
    refuses("--port", PASSWORDS, "--folder is missing");
    refuses("--colour", PASSWORDS, "--colour");
    assertThatThrownBy(
            () ->
                ServerOptions.of(new String[] {"--folder", "/data", "--port", "70000"}, PASSWORDS))
        .hasMessageContaining("--port 70000");
  }

  private static void refuses(String option, Map<String, String> environment, String named) {
    assertThatThrownBy(() -> ServerOptions.of(new String[] {option, "1"}, environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }
}
