package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.schema.internal.MigrationFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationTest {

  @Test
  void theListOfFilesIsTheFolder() throws IOException {
    try (var files = Files.list(Path.of("src/main/resources/migrations"))) {
      assertThat(MigrationFiles.all())
          .extracting(Migration::fileName)
          .containsExactlyElementsOf(
              files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void versionsAreNumberedFromOneWithoutAGap() {
    List<Migration> all = MigrationFiles.all();
    assertThat(all)
        .extracting(Migration::version)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, all.size()).boxed().toList());
  }

  /** That the one without IF NOT EXISTS may, EventsByHourTest shows. */
  @Test
  void everyStatementMayRunTwice() {
    for (Migration migration : MigrationFiles.all()) {
      assertThat(migration.statements())
          .as(migration.fileName())
          .allMatch(
              statement ->
                  statement.contains("IF NOT EXISTS")
                      // builds what an index lacks, and nothing where it lacks nothing
                      || statement.contains(" MATERIALIZE INDEX IF EXISTS ")
                      // the same value as before
                      || statement.contains("\n    MODIFY SETTING ")
                      // emptied and filled anew, in this order, by one migration
                      || statement.contains("${database}.events_by_hour\n")
                      || statement.endsWith("TRUNCATE TABLE ${database}.events_by_hour")
                      || statement.contains("\nGRANT ")
                      || statement.startsWith("GRANT "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V1__a.sql", "V001_a.sql", "V001__.sql", "V001__A.sql", "V001__a.txt"})
  void aFileNameOfAnotherFormIsRefused(String name) {
    assertThatThrownBy(() -> Migration.of(name, "SELECT 1")).hasMessageContaining(name);
  }

  @Test
  void lineEndsOfACheckoutDoNotChangeTheChecksum() {
    assertThat(Migration.of("V001__a.sql", "SELECT 1;\r\nSELECT 2\r\n").checksum())
        .isEqualTo(Migration.of("V001__a.sql", "SELECT 1;\nSELECT 2\n").checksum())
        .isNotEqualTo(Migration.of("V001__a.sql", "SELECT 1;\nSELECT 3\n").checksum());
  }

  @Test
  void aFileWithoutAStatementOrWithAnOpenQuoteIsNamed() {
    assertThatThrownBy(() -> Migration.of("V001__a.sql", "-- nothing").statements())
        .hasMessageContaining("V001__a.sql");
    assertThatThrownBy(() -> Migration.of("V001__a.sql", "SELECT 'x").statements())
        .hasMessageContaining("V001__a.sql")
        .hasMessageContaining("line 1");
  }

  @Test
  void passwordsAreNotPrinted() {
    MigrationSettings settings =
        MigrationSettings.of(
            java.net.URI.create("http://127.0.0.1:1"), "w", "secret-one", "secret-two");
    assertThat(settings.toString()).doesNotContain("secret");
  }
}
