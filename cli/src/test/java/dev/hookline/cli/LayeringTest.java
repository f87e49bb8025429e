package dev.hookline.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds every module to what it must not know (the table of modules in docs/architecture.md). */
class LayeringTest {

  private static final String KAFKA = "org.apache.kafka..";
  private static final String FLINK = "org.apache.flink..";
  private static final String CLICKHOUSE = "com.clickhouse..";
  private static final String HTTP_SERVER = "io.javalin..";
  private static final String REDIS = "redis.clients..";

  private static final List<String> MODULES =
      List.of(
          "event-contract",
          "dev-stack",
          "clickhouse-schema",
          "sink-clickhouse",
          "ingest-gateway",
          "flink-jobs",
          "cli");

  private static JavaClasses classes;

  @BeforeAll
  static void readAllModules() {
    Path root = Path.of(System.getProperty("hookline.root"));
    List<Path> folders =
        MODULES.stream().map(module -> root.resolve(module).resolve("target/classes")).toList();
    assertThat(folders)
        .as("folders that only a build of all modules fills: mvn test in the root")
        .allMatch(Files::isDirectory, "is a folder of compiled classes");
    classes = new ClassFileImporter().importPaths(folders);
    for (String module :
        List.of("contract", "devstack", "schema", "sink", "gateway", "jobs", "cli")) {
      assertThat(classes)
          .as("classes of dev.hookline.%s", module)
          .anyMatch(type -> type.getPackageName().startsWith("dev.hookline." + module));
    }
  }

  @Test
  void theContractKnowsNeitherKafkaNorFlinkNorHttp() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.contract..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            KAFKA,
            FLINK,
            CLICKHOUSE,
            HTTP_SERVER,
            REDIS,
            "java.net.http..",
            "dev.hookline.gateway..",
            "dev.hookline.jobs..",
            "dev.hookline.sink..",
            "dev.hookline.schema..",
            "dev.hookline.devstack..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theGatewayKnowsNeitherFlinkNorClickHouse() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.gateway..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            FLINK,
            CLICKHOUSE,
            "dev.hookline.jobs..",
            "dev.hookline.sink..",
            "dev.hookline.schema..",
            "dev.hookline.devstack..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theSinkKnowsNoWebhookAndNoTableOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.sink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            KAFKA,
            HTTP_SERVER,
            REDIS,
            "dev.hookline.contract..",
            "dev.hookline.gateway..",
            "dev.hookline.jobs..",
            "dev.hookline.schema..",
            "dev.hookline.devstack..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theJobKnowsNeitherTheHttpServerNorRedis() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.jobs..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            HTTP_SERVER,
            REDIS,
            "java.net.http..",
            "dev.hookline.gateway..",
            "dev.hookline.schema..",
            "dev.hookline.devstack..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theSchemaKnowsNeitherFlinkNorKafka() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.schema..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            FLINK,
            KAFKA,
            HTTP_SERVER,
            REDIS,
            "dev.hookline.gateway..",
            "dev.hookline.jobs..",
            "dev.hookline.sink..",
            "dev.hookline.devstack..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theDevStackKnowsNoneOfOurModules() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.devstack..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.hookline.contract..",
            "dev.hookline.gateway..",
            "dev.hookline.jobs..",
            "dev.hookline.sink..",
            "dev.hookline.schema..",
            "dev.hookline.cli..")
        .check(classes);
  }

  @Test
  void theCommandsAskRunningPartsAndNeverRunTheJobInProcess() {
    noClasses()
        .that()
        .resideInAPackage("dev.hookline.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(FLINK, REDIS, HTTP_SERVER, "dev.hookline.jobs..", "dev.hookline.sink..")
        .check(classes);
  }

  @Test
  void noModuleReachesIntoTheInternalsOfAnother() {
    for (String module : List.of("contract", "devstack", "schema", "sink", "gateway", "jobs")) {
      String base = "dev.hookline." + module;
      noClasses()
          .that()
          .resideOutsideOfPackage(base + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(base + "..internal..")
          .check(classes);
    }
  }

  @Test
  void theModulesFormNoCycle() {
    slices().matching("dev.hookline.(*)..").should().beFreeOfCycles().check(classes);
  }
}
