package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.history.Intent;
import dev.hookline.chaos.history.Intent.Fate;
import dev.hookline.chaos.workload.Plan.Repeat;
import dev.hookline.cli.delivery.GitHubExamples;
import dev.hookline.cli.delivery.GitHubExamples.Example;
import dev.hookline.cli.delivery.Signature;
import dev.hookline.devstack.npm.NpmPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeliveriesTest {

  private static final Instant NOW = Instant.parse("2026-03-02T10:30:00.123Z");
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;
  private static final TrafficSettings SETTINGS =
      TrafficSettings.of(7, 0).withClock(Clock.fixed(NOW, ZoneOffset.UTC));

  /** Of whatever source: its signature's header begins with the same words. */
  private static final Map<String, Predicate<Request>> FLAWS =
      Map.of(
          "no signature",
          request -> signatures(request).isEmpty(),
          "a short signature",
          request -> signatures(request).contains("sha256=00"),
          "a wrong signature",
          request ->
              request.times() == 1
                  && signatures(request).stream().anyMatch(one -> one.length() > 70)
                  && !isSigned(request),
          "broken JSON",
          request -> new String(request.body(), UTF_8).equals("{\"zen\":"),
          "a blank in the id",
          request -> request.headers().containsValue("two words"),
          "an unknown organisation",
          request -> request.path().endsWith("/nobody"),
          "an unknown source",
          request -> request.path().startsWith("/webhooks/gitlab/"),
          "another media type",
          request -> "text/plain".equals(request.headers().get("Content-Type")),
          "compressed",
          request -> request.headers().containsKey("Content-Encoding"),
          "too large",
          request -> request.times() > 25);

  private static List<String> signatures(Request request) {
    return request.headers().entrySet().stream()
        .filter(header -> header.getKey().startsWith("X-Hub-Signature"))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static long bytes(Request request) {
    return (long) request.times() * request.body().length;
  }

  private static boolean isSigned(Request request) {
    return TrafficSettings.ORGS.stream()
        .flatMap(org -> Stream.of("secret-of-" + org + "github", "secret-of-" + org + "jira"))
        .map(secret -> Signature.of(secret, request.body()))
        .anyMatch(signatures(request)::contains);
  }

  private static List<Shipment> made(TrafficSettings settings, int number) {
    Deliveries deliveries = new Deliveries(settings, (org, source) -> "secret-of-" + org + source);
    return IntStream.range(0, number).mapToObj(i -> deliveries.next()).toList();
  }

  private static List<Intent> intents(TrafficSettings settings, int number) {
    return made(settings, number).stream().map(Shipment::intent).toList();
  }

  @Test
  void theSameSeedMakesTheSameDeliveriesAndPlans() {
    List<Shipment> once = made(SETTINGS, 500);
    List<Shipment> again = made(SETTINGS, 500);
    assertThat(again).extracting(Shipment::intent).isEqualTo(intents(SETTINGS, 500));
    assertThat(again)
        .extracting(Shipment::plan)
        .isEqualTo(once.stream().map(Shipment::plan).toList());
    assertThat(again)
        .extracting(one -> one.request().headers())
        .isEqualTo(once.stream().map(one -> one.request().headers()).toList());
  }

  /** Some of these clocks make a moment fall on a whole second that is none by others. */
  @Test
  void anotherClockChangesNoPlan() {
    List<Plan> plans = made(SETTINGS, 300).stream().map(Shipment::plan).toList();
    for (int i = 1; i <= 100; i++) {
      Clock later = Clock.fixed(NOW.plusMillis(i * 36_889L), ZoneOffset.UTC);

      assertThat(made(SETTINGS.withClock(later), 300))
          .as("at %s", later.instant())
          .extracting(Shipment::plan)
          .isEqualTo(plans);
    }
  }

  @Test
  void anotherClockChangesNoIdentity() {
    Clock later = Clock.fixed(NOW.plus(Duration.ofMinutes(47)), ZoneOffset.UTC);
    List<String> ofGuids =
        intents(SETTINGS.withClock(later), 500).stream().map(Intent::identity).toList();
    List<Intent> before = intents(SETTINGS, 500);
    for (int i = 0; i < before.size(); i++) {
      boolean byHash = before.get(i).identity().length() > "acme:github:".length() + 60;
      if (!byHash) {
        assertThat(ofGuids.get(i)).isEqualTo(before.get(i).identity());
      }
    }
  }

  @Test
  void noTwoDeliveriesOfAnySchedulesShareAnIdentity() {
    Set<String> seen = new TreeSet<>();
    for (int schedule = 0; schedule < 5; schedule++) {
      for (long seed : new long[] {7, 8, -1}) {
        TrafficSettings settings =
            new TrafficSettings(
                seed,
                schedule,
                600,
                0,
                TrafficSettings.ORGS,
                8,
                SETTINGS.longestDelay(),
                SETTINGS.clock(),
                List.of());
        for (Intent intent : intents(settings, 600)) {
          assertThat(seen.add(intent.identity())).as(intent.identity()).isTrue();
        }
      }
    }
  }

  @Test
  void everyMetricOfTheDocumentationAndEveryFateComesInAScheduleOfAMinute() throws IOException {
    List<Intent> intents = intents(SETTINGS, 600);
    Set<String> metrics =
        intents.stream()
            .flatMap(intent -> intent.contributions().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(metrics).isEqualTo(documentedMetrics());
    assertThat(intents).extracting(Intent::fate).contains(Fate.values());
    assertThat(intents).extracting(Intent::source).contains("github", "jira");
    assertThat(intents).extracting(Intent::org).contains("acme", "globex", "initech", "nobody");
    assertThat(intents)
        .as("what counts for nobody says nothing of amounts")
        .filteredOn(intent -> intent.person().isEmpty())
        .allSatisfy(intent -> assertThat(intent.contributions()).isEmpty())
        .hasSizeGreaterThan(100);
    assertThat(intents)
        .filteredOn(intent -> intent.fate() != Fate.ROW)
        .allSatisfy(intent -> assertThat(intent.contributions()).isEmpty());
  }

  private static Set<String> documentedMetrics() throws IOException {
    String page = Files.readString(root().resolve("docs/metrics.md"));
    Matcher line =
        Pattern.compile("(?m)^\\| `([a-z_]+)` \\| .* \\| .* \\| .* \\|$")
            .matcher(
                page.substring(page.indexOf("## The metrics"), page.indexOf("## Who is credited")));
    return line.results().map(one -> one.group(1)).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path root() {
    return Path.of(System.getProperty("hookline.root"));
  }

  @Test
  void timesAreRecentAtAnHoursEdgeSomeDaysBackLateAndFromTheFuture() {
    long now = NOW.toEpochMilli();
    List<Long> ages =
        intents(SETTINGS, 2_000).stream()
            .map(Intent::payloadTimeMillis)
            .filter(time -> time > 0)
            .map(time -> now - time)
            .toList();
    assertThat(ages).filteredOn(age -> age >= 0 && age < 4 * HOUR).hasSizeGreaterThan(700);
    assertThat(ages).filteredOn(age -> age > DAY && age < 3 * DAY).hasSizeGreaterThan(50);
    assertThat(ages).filteredOn(age -> age > 5 * DAY && age < 11 * DAY).hasSizeGreaterThan(50);
    assertThat(ages).filteredOn(age -> age < -2 * DAY).isNotEmpty();
    for (long past : new long[] {HOUR - 1, 0, 1}) {
      assertThat(ages)
          .as("events %s ms past a full hour", past)
          .filteredOn(age -> Math.floorMod(now - age, HOUR) == past)
          .hasSizeGreaterThan(10);
    }
  }

  @Test
  void whatIsFromAFarFutureCountsForNobody() {
    assertThat(intents(SETTINGS, 2_000))
        .filteredOn(intent -> intent.payloadTimeMillis() > NOW.toEpochMilli() + DAY)
        .isNotEmpty()
        .allSatisfy(intent -> assertThat(intent.contributions()).isEmpty());
  }

  @Test
  void twinsShareEventIdAndBytesUnderTwoOrganisations() {
    Map<String, List<Intent>> byEventId = new HashMap<>();
    for (Intent intent : intents(SETTINGS, 600)) {
      String eventId = intent.identity().split(":", 3)[2];
      byEventId.computeIfAbsent(eventId, any -> new ArrayList<>()).add(intent);
    }
    assertThat(byEventId.values())
        .filteredOn(same -> same.size() > 1)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            same -> {
              assertThat(same).hasSize(2);
              assertThat(same.get(0).org()).isNotEqualTo(same.get(1).org());
              assertThat(same.get(0).bodyHash()).isEqualTo(same.get(1).bodyHash());
            });
  }

  @Test
  void everyKindOfRepeatComesAndSomeAreSentByAnotherHook() {
    List<Shipment> made = made(SETTINGS, 600);
    assertThat(made).extracting(one -> one.plan().repeat()).contains(Repeat.values());
    assertThat(made)
        .filteredOn(one -> one.plan().repeat() != Repeat.NONE)
        .anySatisfy(
            one ->
                assertThat(one.repeated().headers().get("X-GitHub-Hook-ID"))
                    .isNotEqualTo(one.request().headers().get("X-GitHub-Hook-ID")));
    assertThat(made).extracting(one -> one.plan().before()).anyMatch(Duration::isZero);
    assertThat(made)
        .extracting(one -> one.plan().before())
        .anyMatch(before -> before.toSeconds() >= 5);
  }

  @Test
  void aFewThatMayCountAreKeptForTheEndInEachSchedule() {
    for (int schedule = 0; schedule < 20; schedule++) {
      TrafficSettings one = TrafficSettings.of(7, schedule).withClock(SETTINGS.clock());
      assertThat(made(one, 600))
          .filteredOn(shipment -> shipment.plan().kept())
          .hasSizeBetween(3, 30)
          .allSatisfy(shipment -> assertThat(shipment.intent().fate()).isNotEqualTo(Fate.REFUSED));
    }
  }

  @Test
  void deliveriesOfBothSourcesAreRefusedForAllKindsOfFlaws() {
    List<Shipment> refused = new ArrayList<>();
    for (int schedule = 0; schedule < 20; schedule++) {
      TrafficSettings one = TrafficSettings.of(7, schedule).withClock(SETTINGS.clock());
      made(one, 600).stream()
          .filter(shipment -> shipment.intent().fate() == Fate.REFUSED)
          .forEach(refused::add);
    }
    for (String source : List.of("github", "jira")) {
      List<Shipment> ofSource =
          refused.stream().filter(one -> one.intent().source().equals(source)).toList();
      assertThat(ofSource).as("of 20 schedules, %s", source).hasSizeGreaterThan(120);
      FLAWS.forEach(
          (name, flaw) ->
              assertThat(ofSource)
                  .as("%s of %s", name, source)
                  .extracting(Shipment::request)
                  .anyMatch(flaw));
    }
  }

  @Test
  void oneDeliveryOfEachScheduleIsTooLargeAndItIsTheSameOne() {
    for (int schedule = 0; schedule < 20; schedule++) {
      TrafficSettings one = TrafficSettings.of(7, schedule).withClock(SETTINGS.clock());
      assertThat(made(one, 600))
          .filteredOn(shipment -> bytes(shipment.request()) > 25L * 1024 * 1024)
          .singleElement()
          .satisfies(shipment -> assertThat(shipment.number()).isEqualTo(100))
          .satisfies(shipment -> assertThat(shipment.intent().fate()).isEqualTo(Fate.REFUSED));
    }
  }

  @Test
  void bodiesAreSmallAndSomeAreForms() {
    List<Shipment> made = made(SETTINGS, 600);
    assertThat(made.stream().mapToLong(one -> one.request().body().length).average().orElseThrow())
        .isLessThan(4_000);
    assertThat(made)
        .filteredOn(one -> one.intent().fate() == Fate.ROW)
        .filteredOn(one -> one.request().headers().get("Content-Type").contains("form"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            one -> assertThat(one.intent().payloadHash()).isNotEqualTo(one.intent().bodyHash()));
  }

  @Test
  void examplesHaveTheTimesOfTheDocumentation() throws IOException {
    List<Example> examples = GitHubExamples.read(NpmPackage.OCTOKIT_WEBHOOKS_EXAMPLES.fetch());
    List<Intent> intents = intents(SETTINGS.withExamples(examples), 10_000);
    assertThat(intents).extracting(Intent::eventType).contains("check_run", "star", "release");
    assertThat(intents)
        .filteredOn(intent -> intent.eventType().equals("release"))
        .allSatisfy(
            intent ->
                assertThat(NOW.toEpochMilli() - intent.payloadTimeMillis())
                    .isBetween(-4 * DAY, 11 * DAY));
    assertThat(intents)
        .filteredOn(intent -> intent.eventType().equals("gollum"))
        .isNotEmpty()
        .allSatisfy(intent -> assertThat(intent.payloadTimeMillis()).isZero());
  }

  @Test
  void theTimesOfExamplesAreThoseOfTheDocumentation() throws IOException {
    String page = Files.readString(root().resolve("docs/metrics.md"));
    String table =
        page.substring(
            page.indexOf("### GitHub event times"), page.indexOf("### Jira event times"));
    List<String> documented = new ArrayList<>();
    Matcher line = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.+?) \\| (.+?) \\|$").matcher(table);
    while (line.find()) {
      Stream<String> paths =
          Pattern.compile("`([^`]+)`").matcher(line.group(3)).results().map(one -> one.group(1));
      documented.add(
          Stream.concat(Stream.of(line.group(1), line.group(2).replace(", ", "+")), paths)
              .collect(Collectors.joining(" ")));
    }
    try (var in = DeliveriesTest.class.getResourceAsStream("example-times.txt")) {
      assertThat(new String(in.readAllBytes(), UTF_8).lines().toList()).isEqualTo(documented);
    }
    assertThat(documented).hasSizeGreaterThan(80);
  }

  @Test
  void settingsThatCannotBeKeptAreRefusedByName() {
    assertThatThrownBy(() -> SETTINGS.withAtOnce(501)).hasMessageContaining("atOnce");
    assertThatThrownBy(() -> SETTINGS.withDeliveries(0)).hasMessageContaining("deliveries");
    assertThatThrownBy(() -> SETTINGS.withOrgs(List.of("a", "b"))).hasMessageContaining("orgs");
    assertThatThrownBy(() -> SETTINGS.withOrgs(Arrays.asList("a", "b", "a")))
        .hasMessageContaining("orgs");
    assertThatThrownBy(() -> TrafficSettings.of(1, -1)).hasMessageContaining("schedule");
    assertThatThrownBy(() -> SETTINGS.withLongestDelay(Duration.ZERO))
        .hasMessageContaining("longestDelay");
    assertThatThrownBy(() -> SETTINGS.lasting(Duration.ofSeconds(3), -1))
        .hasMessageContaining("perSecond");
    assertThat(SETTINGS.lasting(Duration.ofSeconds(30), 12.5).deliveries()).isEqualTo(375);
  }
}
