package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in a checkout of its own, with programs that only note how they were called. */
class ScriptTest {

  private static final List<String> TOOLS =
      List.of(
          "bash",
          "env",
          "dirname",
          "readlink",
          "uname",
          "sed",
          "grep",
          "find",
          "touch",
          "mkdir",
          "rm",
          "sleep",
          "tail",
          "cat",
          "flock",
          "kill");

  @TempDir private Path folder;
  private Path root;
  private Path bin;
  private Path calls;

  private record Run(int exitCode, String out, String err) {}

  @BeforeEach
  void prepare() throws Exception {
    root = Files.createDirectories(folder.resolve("checkout"));
    bin = Files.createDirectories(folder.resolve("bin"));
    calls = folder.resolve("calls");
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.copy(
        Path.of(System.getProperty("hookline.root"), "hookline"),
        root.resolve("hookline"),
        StandardCopyOption.COPY_ATTRIBUTES);
    for (String tool : TOOLS) {
      Path real = Path.of("/usr/bin", tool);
      program(tool, "exec " + (Files.exists(real) ? "/usr/bin/" : "/bin/") + tool + " \"$@\"\n");
    }
    program(
        "java",
        """
        if [ "$1" = -XshowSettings:properties ]; then
          echo "    java.specification.version = ${FAKE_JAVA:-17}" >&2
        else
          echo "java $*" >>CALLS
          exit ${FAKE_EXIT:-0}
        fi
        """);
    program("javac", "");
    program("node", "");
    program("npm", "");
    program(
        "mvn",
        """
        echo "mvn $*" >>CALLS
        echo "[INFO] Building cli 0.1.0 [8/8]"
        if [ -n "${FAKE_FAILURE:-}" ]; then
          echo "[ERROR] $FAKE_FAILURE"
          exit 1
        fi
        mkdir -p target/dist/lib/cli
        exit ${FAKE_EXIT:-0}
        """);
  }

  private void program(String name, String text) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/bash\n" + text.replace("CALLS", calls.toString()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProcessBuilder script(String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder();
    builder.command().add(root.resolve("hookline").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("PATH", bin.toString());
    builder.redirectOutput(Files.createTempFile(folder, "out", "").toFile());
    builder.redirectError(Files.createTempFile(folder, "err", "").toFile());
    return builder;
  }

  private static Run finish(ProcessBuilder builder, Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the script ends").isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(builder.redirectOutput().file().toPath()),
        Files.readString(builder.redirectError().file().toPath()));
  }

  private Run run(ProcessBuilder builder) throws Exception {
    return finish(builder, builder.start());
  }

  private List<String> calls() throws IOException {
    return Files.exists(calls)
        ? Files.readAllLines(calls, StandardCharsets.UTF_8).stream()
            .map(line -> line.substring(0, line.indexOf(' ')))
            .toList()
        : List.of();
  }

  @Test
  void theFirstUseBuildsAndSaysSoAndTheSecondDoesNot() throws Exception {
    Run first = run(script("status", "--json"));
    assertThat(first.exitCode()).isZero();
    assertThat(first.out()).isEmpty();
    assertThat(first.err()).contains("hookline: building: first use", "hookline: built in");
    Run second = run(script("status"));
    assertThat(second.err()).isEmpty();
    assertThat(calls()).containsExactly("mvn", "java", "java");
    assertThat(Files.readString(calls)).contains("HooklineMain status --json");
  }

  @Test
  void aSourceThatIsNewerThanTheBuildIsBuiltAgain() throws Exception {
    run(script("status"));
    Path source = Files.writeString(root.resolve("cli/src/main/A.java"), "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
    assertThat(run(script("status")).err()).contains("sources are newer");
    assertThat(calls()).containsExactly("mvn", "java", "mvn", "java");
  }

  @Test
  void aFailedBuildShowsItsErrorsAndRunsNothing() throws Exception {
    ProcessBuilder builder = script("status");
    builder.environment().put("FAKE_FAILURE", "A.java:[1,1] ';' expected");
    Run failed = run(builder);
    assertThat(failed.exitCode()).isEqualTo(2);
    assertThat(failed.err()).contains("';' expected", "the build failed", "build.log");
    assertThat(calls()).containsExactly("mvn");
    assertThat(run(script("status")).exitCode()).isZero();
  }

  @Test
  void twoFirstUsesAtOnceBuildOnce() throws Exception {
    ProcessBuilder one = script("status");
    ProcessBuilder two = script("status");
    Process first = one.start();
    Process second = two.start();
    assertThat(finish(one, first).exitCode()).isZero();
    assertThat(finish(two, second).exitCode()).isZero();
    assertThat(calls()).containsOnlyOnce("mvn").filteredOn("java"::equals).hasSize(2);
  }

  @Test
  void theExitCodeIsTheCommandsOwn() throws Exception {
    run(script("status"));
    ProcessBuilder builder = script("audit");
    builder.environment().put("FAKE_EXIT", "1");
    assertThat(run(builder).exitCode()).isEqualTo(1);
  }

  @Test
  void testRunsMavensVerifyWithItsArgumentsAndExitCode() throws Exception {
    ProcessBuilder builder = script("test", "-pl", "cli");
    builder.environment().put("FAKE_EXIT", "3");
    assertThat(run(builder).exitCode()).isEqualTo(3);
    assertThat(Files.readString(calls)).isEqualTo("mvn -B verify -pl cli\n");
  }

  @Test
  void theTestsOnContainersRunWhenAskedFor() throws Exception {
    run(script("test", "--containers", "-pl", "a b"));
    assertThat(Files.readString(calls))
        .isEqualTo("mvn -B verify -Dhookline.containers=true -pl a b\n");
  }

  @Test
  void whatIsMissingIsOneClearLine() throws Exception {
    Files.delete(bin.resolve("npm"));
    assertMissing(run(script("up")), "npm is missing");
    Files.delete(bin.resolve("node"));
    assertMissing(run(script("demo")), "node is missing");
    Files.delete(bin.resolve("mvn"));
    assertMissing(run(script("status")), "mvn is missing");
    assertMissing(run(script("test")), "mvn is missing");
    Files.delete(bin.resolve("java"));
    assertMissing(run(script("status")), "java is missing");
    assertThat(calls()).isEmpty();
  }

  @Test
  void anOlderJavaIsNamed() throws Exception {
    for (String version : List.of("1.8", "11", "16")) {
      ProcessBuilder builder = script("status");
      builder.environment().put("FAKE_JAVA", version);
      assertMissing(run(builder), "'java' is version " + version);
    }
  }

  @Test
  void anotherPlatformIsPointedToContainers() throws Exception {
    Files.delete(bin.resolve("uname"));
    program("uname", "if [ \"$1\" = -s ]; then echo Darwin; else echo arm64; fi\n");
    assertMissing(
        run(script("up")), "Darwin-arm64: run the parts as containers (docs/containers.md)");
  }

  @Test
  void itFindsItsRootThroughALinkAndFromAnyFolder() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), root.resolve("hookline"));
    ProcessBuilder builder = script("status");
    builder.command().set(0, link.toString());
    builder.directory(Path.of("/").toFile());
    assertThat(run(builder).exitCode()).isZero();
    assertThat(Files.readString(calls)).contains("-Dhookline.root=" + root.toRealPath());
  }

  private static void assertMissing(Run run, String message) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().toList())
        .filteredOn(line -> !line.contains("running all tests"))
        .singleElement()
        .asString()
        .startsWith("hookline: ")
        .contains(message);
  }
}
