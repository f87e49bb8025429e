package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.schema.MigrationSettings;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CredentialsTest {

  private static final URI SERVER = URI.create("http://127.0.0.1:8123");

  @Test
  void theWriterMigratesUnlessSomebodyElseIsNamed() {
    MigrationSettings writer =
        Credentials.of(Map.of("HOOKLINE_WRITER_PASSWORD", "w")).migration(SERVER);
    assertThat(writer.user()).isEqualTo("hookline_writer");
    assertThat(writer.password()).isEqualTo("w");
    MigrationSettings other =
        Credentials.of(
                Map.of(
                    "HOOKLINE_WRITER_PASSWORD", "w",
                    "HOOKLINE_ANALYST_PASSWORD", "a",
                    "HOOKLINE_MIGRATION_USER", "admin",
                    "HOOKLINE_MIGRATION_PASSWORD", "m"))
            .migration(SERVER);
    assertThat(other.user()).isEqualTo("admin");
    assertThat(other.password()).isEqualTo("m");
    assertThat(other.writerPassword()).isEqualTo("w");
    assertThat(other.analystPassword()).isEqualTo("a");
  }

  @Test
  void halfOfALoginIsRefused() {
    assertThatThrownBy(() -> Credentials.of(Map.of("HOOKLINE_MIGRATION_USER", "admin")))
        .isInstanceOf(CliFailure.class)
        .hasMessageContainingAll("HOOKLINE_MIGRATION_PASSWORD", "set both");
  }
}
