package dev.hookline.cli.containers;

import static dev.hookline.cli.containers.ComposeFile.OURS;
import static dev.hookline.cli.containers.ComposeFile.ROOT;
import static dev.hookline.cli.containers.ComposeFile.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tags of docker-compose.yml and the Dockerfiles are the versions that the build pins. */
class VersionsTest {

  private static final String POM = text(ROOT.resolve("pom.xml"));

  private final ComposeFile compose = ComposeFile.read();

  private static String pinned(String property) {
    return first("<" + Pattern.quote(property) + ">([^<]+)<", POM);
  }

  private static String first(String regex, String text) {
    Matcher matcher = Pattern.compile(regex, Pattern.MULTILINE).matcher(text);
    assertThat(matcher.find()).as(regex).isTrue();
    return matcher.group(1);
  }

  private static String dockerfile(String image) {
    return text(ROOT.resolve("ops/images").resolve(image).resolve("Dockerfile"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "redis", "clickhouse"})
  void aServerIsTheOneOfTheTestsOnContainers(String server) throws Exception {
    Properties images = new Properties();
    String resource = "/dev/hookline/devstack/container/images.properties";
    try (var in = VersionsTest.class.getResourceAsStream(resource)) {
      images.load(in);
    }
    assertThat(compose.image(server)).isEqualTo(images.getProperty(server));
  }

  /** ClickHouse's tags of fewer parts go on with each release. */
  @Test
  void clickHouseIsAReleaseOfTheOldestVersionThatTheSinkTakes() {
    String facts =
        text(
            ROOT.resolve(
                "sink-clickhouse/src/main/java/dev/hookline/sink/clickhouse/internal/check/ServerFacts.java"));
    String floor =
        first("FLOOR_YEAR = (\\d+);", facts) + "." + first("FLOOR_MONTH = (\\d+);", facts);
    assertThat(compose.image("clickhouse"))
        .matches("clickhouse/clickhouse-server:" + Pattern.quote(floor) + "\\.\\d+\\.\\d+");
  }

  @Test
  void everyTagNamesAVersion() {
    for (String service : compose.services().keySet()) {
      assertThat(compose.image(service)).matches("[a-z/-]+:\\d+(\\.\\d+){2,}(-SNAPSHOT)?");
    }
  }

  @Test
  void ourImagesHaveTheProjectsVersion() {
    String version = pinned("version");
    for (String service : OURS) {
      assertThat(compose.image(service)).startsWith("hookline/").endsWith(":" + version);
    }
    for (String image : new String[] {"gateway", "job", "migrations"}) {
      assertThat(first("^ARG VERSION=(.*)$", dockerfile(image))).isEqualTo(version);
    }
  }

  @Test
  void theJobIsBuiltOnTheFlinkAndTheJavaThatItIsCompiledFor() {
    String java = pinned("maven.compiler.release");
    assertThat(first("^ARG BASE=(.*)$", dockerfile("job")))
        .isEqualTo("flink:" + pinned("flink.version") + "-java" + java);
    for (String image : new String[] {"gateway", "migrations"}) {
      assertThat(first("^ARG BASE=(.*)$", dockerfile(image)))
          .matches("eclipse-temurin:" + java + "\\.[0-9._]+-jre-[a-z]+");
    }
  }

  @ParameterizedTest
  @CsvSource({"gateway,gateway", "migrations,migrations", "jobmanager,job"})
  void composeBuildsOnWhatTheDockerfileNames(String service, String image) {
    Map<String, Object> build = ComposeFile.map(compose.service(service).get("build"));
    Map<String, Object> arguments = ComposeFile.map(build.get("args"));
    assertThat(build).containsEntry("dockerfile", "ops/images/" + image + "/Dockerfile");
    assertThat(arguments).containsEntry("BASE", first("^ARG BASE=(.*)$", dockerfile(image)));
  }
}
