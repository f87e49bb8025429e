package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.delivery.Signature;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendCommandTest {

  private static final String PULL_REQUEST =
      "{\"action\":\"opened\",\"pull_request\":{\"id\":1,\"created_at\":\"2019-05-15T15:20:33Z\"}}";

  @TempDir private Path folder;
  private RecordingGateway gateway;
  private Path body;

  @BeforeEach
  void start() throws Exception {
    gateway = new RecordingGateway();
    body = Files.writeString(folder.resolve("pull_request.json"), PULL_REQUEST);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private CommandRun send(String... more) {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "send";
    System.arraycopy(more, 0, arguments, 1, more.length);
    return CommandRun.of(folder, Map.of("HOOKLINE_GATEWAY", gateway.address()), arguments);
  }

  @Test
  void aBodyIsSignedWithTheConfiguredSecretAndReportedAsJson() throws Exception {
    CommandRun run =
        send(
            "--source",
            "github",
            "--org",
            "acme",
            "--event",
            "pull_request",
            "--body",
            body.toString(),
            "--delivery",
            "d-1",
            "--json");
    assertThat(run.err().lines().filter(line -> line.startsWith("hookline:")))
        .containsExactly("hookline: times moved to now; --keep-times sends the file as it is");
    assertThat(run.exitCode()).isZero();
    JsonNode json = run.json();
    assertThat(json.path("status").asInt()).isEqualTo(202);
    assertThat(json.path("outcome").asText()).isEqualTo("accepted");
    assertThat(json.path("delivery_id").asText()).isEqualTo("d-1");
    assertThat(json.path("identity").asText()).isEqualTo("acme:github:d-1");
    assertThat(json.path("body").path("outcome").asText()).isEqualTo("ok");
    RecordingGateway.Request request = gateway.requests().get(0);
    assertThat(request.path()).isEqualTo("/webhooks/github/acme");
    assertThat(request.header("X-GitHub-Event")).isEqualTo("pull_request");
    assertThat(request.header("X-Hub-Signature-256"))
        .isEqualTo(Signature.of("demo-github-secret", request.body()));
  }

  @Test
  void theTimesInTheBodyAreMovedToAMomentAgo() throws Exception {
    send("--source", "github", "--event", "pull_request", "--body", body.toString());
    String sent =
        new ObjectMapper()
            .readTree(gateway.requests().get(0).body())
            .path("pull_request")
            .path("created_at")
            .asText();
    assertThat(Duration.between(Instant.parse(sent), Instant.now()))
        .isLessThan(Duration.ofMinutes(5));
  }

  @Test
  void keptTimesMeanTheVeryBytesOfTheFile() {
    CommandRun run =
        send(
            "--source",
            "github",
            "--event",
            "pull_request",
            "--body",
            body.toString(),
            "--keep-times");
    assertThat(run.err()).isEmpty();
    assertThat(gateway.requests().get(0).body())
        .isEqualTo(PULL_REQUEST.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void sendingTheSameDeliveryAgainSendsTheSameBytes() {
    for (int i = 0; i < 2; i++) {
      send(
          "--source",
          "github",
          "--event",
          "pull_request",
          "--body",
          body.toString(),
          "--delivery",
          "again");
    }
    assertThat(gateway.requests()).hasSize(2);
    assertThat(gateway.requests().get(1).body()).isEqualTo(gateway.requests().get(0).body());
  }

  @Test
  void aRepeatedDeliveryIsCountedByStatusAndEndsWithTheLastAnswer() throws Exception {
    gateway.answerNext(202, 200, 200);
    CommandRun run =
        send(
            "--source",
            "github",
            "--event",
            "pull_request",
            "--body",
            body.toString(),
            "--repeat",
            "3",
            "--json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.json().path("outcome").asText()).isEqualTo("duplicate");
    assertThat(run.json().path("sent").asInt()).isEqualTo(3);
    assertThat(run.json().path("by_status").toString()).isEqualTo("{\"200\":2,\"202\":1}");
  }

  @Test
  void theFirstWordOfARepeatedDeliveryIsItsFirstAnswer() {
    gateway.answerNext(202, 200);
    CommandRun run =
        send("--source", "github", "--event", "x", "--body", body.toString(), "--repeat", "2");
    assertThat(run.out()).startsWith("accepted (202) ").contains("{200=1, 202=1}");
  }

  @Test
  void aRefusalIsSaidOnceHoweverOftenItIsRepeated() {
    gateway.answerNext(401, 401);
    CommandRun run =
        send("--source", "github", "--event", "x", "--body", body.toString(), "--repeat", "2");
    assertThat((run.out() + run.err()).split("401 ", -1)).hasSize(2);
    gateway.answerNext(401);
    CommandRun once = send("--source", "github", "--event", "x", "--body", body.toString());
    assertThat(once.out()).startsWith("refused (401) acme:github:").contains("{\"outcome\"");
    assertThat(once.err()).doesNotContain("acme:github:");
  }

  @Test
  void onlyTheSecretThatSignsIsNeeded() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("two.yaml"),
            """
            kafka: {bootstrapServers: "${ELSEWHERE}"}
            organisations:
              acme: {github: {secrets: [mine]}}
              other: {github: {secrets: ["${OTHERS_SECRET}"]}}
            """);
    String[] ping = {"--source", "github", "--event", "x", "--body", body.toString(), "--config"};
    assertThat(send(join(ping, config.toString())).exitCode()).isZero();
    RecordingGateway.Request request = gateway.requests().get(0);
    assertThat(request.header("X-Hub-Signature-256"))
        .isEqualTo(Signature.of("mine", request.body()));
    assertThat(send(join(ping, config.toString(), "--org", "other")).err())
        .contains("two.yaml", "OTHERS_SECRET");
  }

  private static String[] join(String[] first, String... more) {
    String[] all = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return all;
  }

  @Test
  void aRefusalIsExitCodeOne() throws Exception {
    gateway.answerNext(401);
    CommandRun run =
        send("--source", "github", "--event", "x", "--body", body.toString(), "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().path("outcome").asText()).isEqualTo("refused");
  }

  @Test
  void noAnswerIsExitCodeTwo() throws Exception {
    String address = gateway.address();
    gateway.close();
    CommandRun run =
        send("--source", "github", "--event", "x", "--body", body.toString(), "--json");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.json().path("outcome").asText()).isEqualTo("unknown");
    assertThat(run.err()).contains("no answer of " + address + ": no connection");
    assertThat(run.json().path("status").asInt()).isZero();
  }

  /** Each could take its ten seconds, and all would say the same. */
  @Test
  void aGatewayThatAnswersNoneOfTheFirstTenGetsNoMore() throws Exception {
    gateway.close();
    CommandRun run = send("--source", "github", "--examples", "--repeat", "3", "--json");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.json().path("sent").asInt()).isEqualTo(10);
    assertThat(run.json().path("left_out").asInt()).isEqualTo(329 * 3 - 10);
    assertThat(run.err())
        .contains(
            "none of the first 10 had an answer, the other 977 were not sent: is the gateway up?");
  }

  @Test
  void neitherDoesOneDeliveryThatIsToBeSentOftener() throws Exception {
    gateway.close();
    CommandRun run =
        send(
            "--source",
            "github",
            "--event",
            "x",
            "--body",
            body.toString(),
            "--repeat",
            "12",
            "--json");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.json().path("sent").asInt()).isEqualTo(10);
    assertThat(run.json().path("left_out").asInt()).isEqualTo(2);
  }

  @Test
  void failuresBeyondTheTwentiethAreCounted() throws Exception {
    Integer[] answers = new Integer[25];
    Arrays.fill(answers, 503);
    gateway.answerNext(answers);
    Path jira = Files.createDirectories(folder.resolve("jira"));
    for (int i = 0; i < 26; i++) {
      Files.writeString(jira.resolve(i + ".json"), "{\"webhookEvent\":\"comment_created\"}");
    }
    CommandRun run = send("--source", "jira", "--dir", jira.toString(), "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().path("by_status").toString()).isEqualTo("{\"202\":1,\"503\":25}");
    assertThat(run.json().path("failures")).hasSize(21);
    assertThat(run.json().path("failures").get(20).asText()).isEqualTo("and 5 more");
    assertThat(run.json().path("left_out").asInt()).isZero();
  }

  @Test
  void aFolderIsSentFileByFileWithTheTypesOfItsBodies() throws Exception {
    Path jira = Files.createDirectories(folder.resolve("jira"));
    Files.writeString(
        jira.resolve("a.json"),
        "{\"webhookEvent\":\"jira:issue_created\",\"timestamp\":1500000000000}");
    Files.writeString(jira.resolve("b.json"), "{\"webhookEvent\":\"comment_created\"}");
    Files.writeString(jira.resolve("LICENSE.txt"), "not a body");
    gateway.answerNext(202, 503);
    CommandRun run = send("--source", "jira", "--dir", jira.toString(), "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().path("sent").asInt()).isEqualTo(2);
    assertThat(run.json().path("by_status").toString()).isEqualTo("{\"202\":1,\"503\":1}");
    assertThat(run.json().path("failures").get(0).asText()).contains("comment_created", "503");
    Set<String> ids = new HashSet<>();
    for (RecordingGateway.Request request : gateway.requests()) {
      assertThat(request.path()).isEqualTo("/webhooks/jira/acme");
      assertThat(request.header("X-Hub-Signature"))
          .isEqualTo(Signature.of("demo-jira-secret", request.body()));
      ids.add(request.header("X-Atlassian-Webhook-Identifier"));
    }
    assertThat(ids).hasSize(2);
  }

  @Test
  void whatIsNoJsonIsSentAsItIs() throws Exception {
    Files.writeString(body, "no json at all");
    send("--source", "github", "--event", "push", "--body", body.toString());
    assertThat(gateway.requests().get(0).body())
        .isEqualTo("no json at all".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void badOptionsAreNamedAndNothingIsSent() {
    assertThat(send("--source", "gitlab", "--body", body.toString()).err()).contains("gitlab");
    assertThat(send("--source", "github", "--body", body.toString()).err()).contains("--event");
    assertThat(send("--source", "github", "--event", "x", "--body", "no-such-file").err())
        .contains("no-such-file");
    assertThat(send("--source", "github", "--event", "x", "--body", folder.toString()).err())
        .contains("is a folder", "--dir");
    assertThat(send("--source", "jira", "--examples").err()).contains("--source github");
    assertThat(send("--source", "github").err()).contains("--body");
    assertThat(
            send("--source", "github", "--event", "x", "--body", body.toString(), "--repeat", "0")
                .err())
        .contains("--repeat");
    assertThat(
            send("--source", "github", "--event", "x", "--body", body.toString(), "--org", "My Co")
                .err())
        .contains("--org must be 1 to 64 characters of a-z, 0-9, _ and -", "'My Co'");
    assertThat(gateway.requests()).isEmpty();
  }
}
