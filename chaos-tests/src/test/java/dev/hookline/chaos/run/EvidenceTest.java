package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.Service;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {
  private static final Path NO_JCMD = Path.of("/no/such/jcmd");

  @TempDir Path temp;
  private Path kept;
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void aStackLeavesFiles() throws IOException {
    kept = temp.resolve("kept");
    Path refused =
        Files.createDirectories(temp.resolve("stack/refused/hookline.normalized_events"));
    Files.writeString(refused.resolve("b1.rowbinary.lz4"), "rows");
    Path logs = Files.createDirectories(temp.resolve("stack/logs"));
    Files.writeString(logs.resolve("kafka.log"), "a line");
    Files.writeString(temp.resolve("stack/history.jsonl"), "{}");
  }

  private interface Rows {
    InputStream of(String table) throws IOException;
  }

  private record Source(Path stack, List<Service> services, Rows rows) implements EvidenceSource {
    @Override
    public boolean started() {
      return true;
    }

    @Override
    public Path logs() {
      return stack.resolve("logs");
    }

    @Override
    public Path history() {
      return stack.resolve("history.jsonl");
    }

    @Override
    public Path refusedBlocks() {
      return stack.resolve("refused");
    }

    @Override
    public InputStream rows(String table) throws IOException {
      return rows.of(table);
    }
  }

  private InputStream rows(String table) {
    asked.add(table);
    return new ByteArrayInputStream(table.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> collect(List<Service> services, Rows rows) {
    return collect(new Evidence(kept, NO_JCMD), services, rows);
  }

  private List<String> collect(Evidence evidence, List<Service> services, Rows rows) {
    return evidence.collect(
        new Source(temp.resolve("stack"), services, rows), List.of("lost: x"), "again");
  }

  @Test
  void allIsKeptTheOnlyCopyOfARefusedBlockAsWell() {
    assertThat(collect(List.of(), this::rows)).isEmpty();

    assertThat(kept.resolve("findings.txt")).hasContent("lost: x");
    assertThat(kept.resolve("reproduce.txt")).hasContent("again");
    assertThat(kept.resolve("logs/kafka.log")).hasContent("a line");
    assertThat(kept.resolve("history.jsonl")).hasContent("{}");
    assertThat(kept.resolve("refused-blocks/hookline.normalized_events/b1.rowbinary.lz4"))
        .hasContent("rows");
    assertThat(kept.resolve("chaos_ledger.tsv")).hasContent("chaos_ledger");
    assertThat(kept.resolve("missing.txt")).doesNotExist();
  }

  @Test
  void everyTableAndViewOfTheProductIsKeptAndTheSuitesOwn() throws IOException {
    Path folder = Path.of(System.getProperty("hookline.root"), "clickhouse-schema", "src", "main");
    List<String> made = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".sql")).toList()) {
        Pattern.compile("CREATE (?:TABLE|VIEW) IF NOT EXISTS \\$\\{database\\}\\.(\\w+)")
            .matcher(Files.readString(file))
            .results()
            .forEach(one -> made.add(one.group(1)));
      }
    }
    made.remove("schema_migrations");

    assertThat(made).contains("normalized_events", "v_employee_windows");
    assertThat(Evidence.TABLES)
        .containsAll(made)
        .contains("chaos_ledger", "chaos_counted")
        .doesNotHaveDuplicates();
  }

  @Test
  void whatFailsIsToldAndCostsNothingElse() throws IOException {
    Files.delete(temp.resolve("stack/history.jsonl"));

    List<String> missing =
        collect(
            List.of(RevivalTest.part("kafka"), RevivalTest.part("gateway-1")),
            table -> {
              if (table.equals("v_events")) {
                throw CliFailure.wrong("ClickHouse: Code: 60");
              }
              return rows(table);
            });

    assertThat(missing).hasSize(4);
    assertThat(missing.get(0)).startsWith("the history: ");
    assertThat(missing.get(1)).startsWith("threads of kafka: ").contains("jcmd");
    assertThat(missing.get(2)).startsWith("threads of gateway-1: ");
    assertThat(missing.get(3)).startsWith("v_events: ").contains("Code: 60");
    assertThat(Files.readAllLines(kept.resolve("missing.txt"))).isEqualTo(missing);
    assertThat(kept.resolve("logs/kafka.log")).exists();
    assertThat(kept.resolve("refused-blocks")).isNotEmptyDirectory();
    assertThat(kept.resolve("v_rejected_events.tsv")).exists();
  }

  @Test
  void theThreadsOfAJvmAreKept() {
    Service jvm = RevivalTest.part("kafka", ProcessHandle.current().pid());

    assertThat(collect(new Evidence(kept), List.of(jvm), this::rows)).isEmpty();

    assertThat(kept.resolve("threads/kafka.txt"))
        .content()
        .contains("Full thread dump", "theThreadsOfAJvmAreKept");
  }

  @Test
  void aJvmThatTellsNothingIsMissing() throws IOException {
    Path jcmd = temp.resolve("jcmd");
    Files.writeString(jcmd, "#!/bin/sh\necho Unable to open socket file\nexit 1\n");
    Files.setPosixFilePermissions(jcmd, PosixFilePermissions.fromString("rwx------"));

    List<String> missing =
        collect(new Evidence(kept, jcmd), List.of(RevivalTest.part("kafka")), this::rows);

    assertThat(missing)
        .singleElement()
        .asString()
        .startsWith("threads of kafka: ")
        .contains("jcmd ended with 1: Unable to open socket file");
    assertThat(kept.resolve("missing.txt")).content().contains("threads of kafka");
  }

  @Test
  void whatIsNoJvmIsNotAskedForItsThreads() {
    assertThat(collect(List.of(RevivalTest.part("redis")), this::rows)).isEmpty();

    assertThat(kept.resolve("threads")).doesNotExist();
  }

  @Test
  void aServerThatDoesNotAnswerIsAskedOnce() {
    List<String> missing =
        collect(
            List.of(),
            table -> {
              rows(table);
              throw CliFailure.undecided("ClickHouse does not answer");
            });

    assertThat(asked).hasSize(1);
    assertThat(missing).hasSameSizeAs(Evidence.TABLES);
    assertThat(kept.resolve("logs/kafka.log")).exists();
  }

  @Test
  void nothingOfAnEarlierRunIsLeftAmongIt() throws IOException {
    Files.createDirectories(kept.resolve("threads"));
    Files.writeString(kept.resolve("missing.txt"), "of before");
    Files.writeString(kept.resolve("threads/kafka.txt"), "of before");

    collect(List.of(), this::rows);

    assertThat(kept.resolve("missing.txt")).doesNotExist();
    assertThat(kept.resolve("threads")).doesNotExist();
  }
}
