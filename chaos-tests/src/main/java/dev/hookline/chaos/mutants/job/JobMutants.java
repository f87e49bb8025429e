package dev.hookline.chaos.mutants.job;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.lab.Dispatch;
import dev.hookline.chaos.mutants.lab.Dispatches;
import dev.hookline.chaos.mutants.lab.Drain;
import dev.hookline.chaos.mutants.lab.Group;
import dev.hookline.chaos.mutants.lab.JobDefinition;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.LocalGateway;
import dev.hookline.chaos.mutants.lab.Readings;
import dev.hookline.chaos.mutants.lab.RunningJob;
import dev.hookline.chaos.mutants.lab.Sender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Wrong jobs, which read one topic beside the right one, each into a database of its own, behind a
 * right gateway.
 */
public final class JobMutants {

  private static final int SOME = 4;

  private static final List<Version> VERSIONS =
      List.of(
          new Version(
              "dedup-forgets-before-the-redelivery",
              List.of("NoDuplicates", "ViewsAgree", "AggregatesAgree"),
              WrongJob.DEDUP_FORGETS_TOO_SOON),
          new Version(
              "dedup-in-memory",
              List.of("NoDuplicates", "ViewsAgree", "AggregatesAgree"),
              WrongJob.DEDUP_IN_MEMORY),
          new Version("dedup-key-without-org", List.of("NoLoss"), WrongJob.DEDUP_KEY_WITHOUT_ORG),
          new Version("late-by-watermark", List.of("AggregatesAgree"), WrongJob.LATE_BY_WATERMARK),
          new Version(
              "rejects-swallowed", List.of("RejectedComplete"), WrongJob.REJECTS_SWALLOWED));

  private record Version(String name, List<String> caughtBy, WrongJob job) {}

  private JobMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    Group group = new Group((lab, seed, folder) -> play(lab, seed));
    return VERSIONS.stream()
        .map(version -> group.mutant(version.name(), version.caughtBy()))
        .toList();
  }

  private static Map<String, List<Violation>> play(Lab lab, long seed) {
    Map<String, RunningJob> jobs = new LinkedHashMap<>();
    String first = lab.freshName();
    String second = lab.freshName();
    Set<String> organisations = Set.of(first, second);
    try (LocalGateway gateway = LocalGateway.start(LocalGateway.Plan.right(lab, organisations));
        Sender sender = new Sender(gateway.uri(), LocalGateway.SECRET)) {
      start(lab, jobs, Group.RIGHT, JobDefinition.RIGHT);
      VERSIONS.forEach(version -> start(lab, jobs, version.name(), version.job()));
      deliver(lab, jobs.values().stream().toList(), sender, List.of(first, second), seed);
      Map<String, List<Violation>> found = new LinkedHashMap<>();
      jobs.forEach(
          (name, job) ->
              found.put(name, Readings.check(lab, name, job, sender.history(), organisations)));
      return found;
    } finally {
      jobs.values().forEach(RunningJob::close);
    }
  }

  private static void start(
      Lab lab, Map<String, RunningJob> jobs, String name, JobDefinition definition) {
    jobs.put(name, RunningJob.start(lab, definition));
  }

  /**
   * Deliveries for two organisations, one that is late and one that nobody can read; a stop with a
   * savepoint, in which Redis is emptied, a late one comes first and the others come again; a start
   * from the savepoint.
   */
  private static void deliver(
      Lab lab, List<RunningJob> jobs, Sender sender, List<String> organisations, long seed) {
    Dispatches made = new Dispatches(seed, "jobs");
    String first = organisations.get(0);
    Drain.await(lab, jobs); // the watermark is that of the slowest partition: now all have one
    List<Dispatch> some = IntStream.range(0, SOME).mapToObj(i -> made.merged(first)).toList();
    List<Dispatch> before = new ArrayList<>(some);
    some.forEach(one -> before.add(made.sameFor(one, organisations.get(1))));
    before.add(made.unreadable(first));
    before.add(made.mergedLongAgo(first));
    sender.redeliver(before);
    Drain.await(lab, jobs);
    List<String> savepoints = jobs.stream().map(RunningJob::stop).toList();
    lab.redis().restart();
    sender.redeliver(List.of(made.mergedLongAgo(first)));
    sender.sendAll(some);
    for (int i = 0; i < jobs.size(); i++) {
      jobs.get(i).resume(savepoints.get(i));
    }
    Drain.await(lab, jobs);
  }
}
