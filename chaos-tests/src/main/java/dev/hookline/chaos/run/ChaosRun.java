package dev.hookline.chaos.run;

import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.stack.SmallDisk;
import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.chaos.workload.TrafficSettings;
import dev.hookline.cli.CliFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Schedules one after the other. A stack serves many of them; it is left for a fresh one when a
 * schedule has shown something on it, when the next one needs other brokers, and after {@value
 * #MOST_ON_ONE_STACK}, since what is kept of its history grows.
 */
public final class ChaosRun {

  static final int MOST_ON_ONE_STACK = 25;

  /** A run that fails all the time shows nothing new. */
  private static final int MOST_SPOILED = 10;

  private final ChaosSettings settings;
  private final Schedules schedules;
  private final RunningStack.Opening opening;
  private final Consumer<String> progress;
  private final String commit;
  private final Map<String, String> skipped = new TreeMap<>();
  private final List<ChaosReport> parts = new ArrayList<>();
  private final Set<FaultKind> planned = EnumSet.noneOf(FaultKind.class);
  private RunningStack stack;
  private long firstSeed;
  private int served;
  private boolean keepsFolder;
  private ScheduleResult last;

  /**
   * Starts nothing yet.
   *
   * @param settings what to do
   * @param progress gets a line for each thing that happens
   */
  public ChaosRun(ChaosSettings settings, Consumer<String> progress) {
    this(settings, Schedules.of(settings), Session::open, progress);
  }

  /**
   * As the other, with schedules and stacks of one's own.
   *
   * @param schedules the schedules of seeds
   * @param opening starts a stack
   */
  ChaosRun(
      ChaosSettings settings,
      Schedules schedules,
      RunningStack.Opening opening,
      Consumer<String> progress) {
    this.settings = settings;
    this.schedules = schedules;
    this.opening = opening;
    this.progress = progress;
    this.commit = Commit.of(settings.root());
  }

  /**
   * Runs.
   *
   * @param soFar gets the report at the start and after each schedule, marked as incomplete: a run
   *     that is broken off has one, and none of an earlier run is taken for its own
   * @return the report: a whole one, unless the run gave up because {@value #MOST_SPOILED}
   *     schedules had shown something
   * @throws InterruptedException when the thread is interrupted; everything is stopped then
   */
  public ChaosReport run(Consumer<ChaosReport> soFar) throws InterruptedException {
    long begun = System.nanoTime();
    soFar.accept(unfinished());
    Set<FaultKind> impossible = impossible();
    int spoiled = 0;
    try {
      for (int i = 0; i < settings.schedules(); i++) {
        if (settings.time().isPresent()
            && System.nanoTime() - begun > settings.time().get().toNanos()) {
          say(settings.seed() + i, "the time is up");
          break;
        }
        if (spoiled == MOST_SPOILED) {
          say(settings.seed() + i, "given up: " + spoiled + " schedules have shown something");
          return gaveUp(i);
        }
        Schedule schedule = schedules.of(settings.seed() + i).without(impossible);
        if (!one(schedule, i)) {
          spoiled++;
        }
        soFar.accept(unfinished());
      }
      noteKindsThatWereNeverDue(impossible);
      return report();
    } finally {
      leave();
    }
  }

  /** Runs one schedule; false when it has shown something. */
  private boolean one(Schedule schedule, int index) throws InterruptedException {
    if (stack != null
        && (served >= MOST_ON_ONE_STACK || stack.plan().brokers() != schedule.brokers())) {
      leave();
    }
    schedule.steps().stream()
        .flatMap(step -> step.faults().stream())
        .forEach(fault -> planned.add(fault.kind()));
    say(
        schedule.seed(),
        String.format(
            "schedule %d of %d, commit %s: %s",
            index + 1,
            settings.schedules(),
            commit,
            schedule.steps().stream().flatMap(step -> step.faults().stream()).toList()));
    if (schedule.steps().isEmpty()) {
      say(schedule.seed(), "none of its faults can be done here: it is not counted as a schedule");
    }
    if (stack == null && !opened(schedule)) {
      return false;
    }
    served++;
    ScheduleResult result;
    try {
      result = stack.run(schedule, settings, line -> say(schedule.seed(), line));
    } catch (RuntimeException e) {
      String why = "the schedule broke off: " + e;
      say(schedule.seed(), why);
      parts.add(undecided(schedule.seed(), why));
      collect(schedule.seed(), stack.evidence(), List.of(why, Evidence.text(e)));
      leave();
      return false;
    }
    last = result;
    parts.add(result.report(empty(), reproduce(result.seed())));
    if (result.spoiled()) {
      keepEvidence(result);
      leave();
    }
    return !result.spoiled();
  }

  /** False when the stack did not start. Its own folder stays then, beside what is kept of it. */
  private boolean opened(Schedule schedule) {
    StackPlan plan = plan(schedule);
    try {
      delete(plan.folder());
      stack = opening.open(plan, line -> say(schedule.seed(), line));
      firstSeed = schedule.seed();
      served = 0;
      return true;
    } catch (RuntimeException e) {
      String why = "the stack did not start: " + e.getMessage();
      say(schedule.seed(), why);
      parts.add(undecided(schedule.seed(), why));
      collect(schedule.seed(), EvidenceSource.notStarted(plan), List.of(why, Evidence.text(e)));
      return false;
    }
  }

  private StackPlan plan(Schedule schedule) {
    boolean smallDisk =
        schedule.brokers() == 1
            && settings.kinds().contains(FaultKind.FULL_DISK)
            && !skipped.containsKey(FaultKind.FULL_DISK.label());
    return new StackPlan(
        settings.dist(),
        settings.root(),
        settings.folder().resolve("stack-" + schedule.seed()),
        TrafficSettings.ORGS,
        schedule.brokers(),
        smallDisk);
  }

  /** Stops the stack; its folder goes, unless not all that matters could be kept of it. */
  private void leave() {
    if (stack == null) {
      return;
    }
    RunningStack leaving = stack;
    boolean keepFolder = keepsFolder;
    stack = null;
    keepsFolder = false;
    if (last != null) {
      parts.add(empty().withTraffic(last.deliveries(), last.rows()));
      last = null;
    }
    try {
      leaving.close();
      Path folder = leaving.plan().folder();
      if (keepFolder) {
        progress.accept("what could not be kept may be in " + folder + ", which stays");
      } else {
        delete(folder);
      }
    } catch (RuntimeException e) {
      progress.accept("the stack was not stopped in order: " + e.getMessage());
    }
  }

  private void keepEvidence(ScheduleResult result) {
    List<String> findings = new ArrayList<>();
    result.violations().forEach(one -> findings.add(one.toString()));
    result.undecided().ifPresent(findings::add);
    findings.stream().limit(20).forEach(line -> say(result.seed(), line));
    findings.addAll(result.traces());
    collect(result.seed(), stack.evidence(), findings);
  }

  /** What was found stays found, also where no evidence of it can be kept. */
  private void collect(long seed, EvidenceSource source, List<String> findings) {
    Path folder = settings.folder().resolve(Long.toString(seed));
    List<String> missing = new Evidence(folder).collect(source, findings, reproduce(seed));
    missing.forEach(what -> say(seed, "not kept: " + what));
    keepsFolder = stack != null && !missing.isEmpty();
    say(seed, "kept in " + folder + "; again with: " + reproduce(seed));
  }

  /** From the stack's first schedule on: what one leaves may show itself in the next. */
  private String reproduce(long seed) {
    long first = stack == null ? seed : firstSeed;
    return schedules.reproduce(first, (int) (seed - first + 1));
  }

  private ChaosReport report() {
    List<ChaosReport> all = new ArrayList<>(parts);
    if (last != null) {
      all.add(empty().withTraffic(last.deliveries(), last.rows()));
    }
    return all.stream().reduce(empty(), ChaosReport::and);
  }

  private ChaosReport unfinished() {
    ChaosReport soFar = report();
    return soFar.withIncomplete(
        List.of(
            "the run from seed %d was not at its end: %d schedules were finished, to be %s"
                .formatted(settings.seed(), soFar.ended().size(), meant())));
  }

  private String meant() {
    return settings
        .time()
        .map(time -> "as many as begin in " + time.toMinutes() + " minutes")
        .orElseGet(() -> Integer.toString(settings.schedules()));
  }

  private ChaosReport gaveUp(int begun) {
    return report()
        .withIncomplete(
            List.of(
                "the run from seed %d gave up when %d schedules had shown something: %d were begun, to be %s"
                    .formatted(settings.seed(), MOST_SPOILED, begun, meant())));
  }

  /** Who names kinds means each of them; who names none takes what the seeds have. */
  private void noteKindsThatWereNeverDue(Set<FaultKind> impossible) {
    if (settings.kinds().size() == FaultKind.values().length) {
      return;
    }
    for (FaultKind kind : settings.kinds()) {
      if (!planned.contains(kind) && !impossible.contains(kind)) {
        String why = "no schedule had it, " + Schedule.whenDue(kind);
        say(settings.seed(), kind.label() + ": " + why);
        skipped.put(kind.label(), why);
      }
    }
  }

  private ChaosReport undecided(long seed, String why) {
    return empty()
        .withMutants(
            ChaosReport.Mutants.NONE,
            List.of(),
            List.of(new ChaosReport.Finding(seed, "run", why, reproduce(seed))));
  }

  /** The report of a run that did nothing. */
  public ChaosReport nothing() {
    return empty();
  }

  private ChaosReport empty() {
    return ChaosReport.empty(settings.seed(), commit, skipped);
  }

  private Set<FaultKind> impossible() {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    if (settings.kinds().contains(FaultKind.FULL_DISK)) {
      Path folder = settings.folder().resolve("disk");
      try (SmallDisk disk = SmallDisk.mount(folder, 1)) {
        assertMounted(disk);
      } catch (IOException e) {
        kinds.add(FaultKind.FULL_DISK);
        skipped.put(FaultKind.FULL_DISK.label(), e.getMessage());
        progress.accept("full-disk is skipped: " + e.getMessage());
      }
      delete(folder);
    }
    return kinds;
  }

  private static void assertMounted(SmallDisk disk) throws IOException {
    if (disk.free() > 2 << 20) {
      throw new IOException("what was mounted has " + disk.free() + " bytes");
    }
  }

  private void say(long seed, String line) {
    progress.accept("[seed " + seed + "] " + line);
  }

  private static void delete(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      throw CliFailure.undecided("cannot delete " + folder + ": " + e.getMessage(), e);
    }
  }
}
