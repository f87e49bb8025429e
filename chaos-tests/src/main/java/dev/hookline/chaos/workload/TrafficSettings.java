package dev.hookline.chaos.workload;

import dev.hookline.cli.delivery.GitHubExamples.Example;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What decides a schedule's deliveries. Equal settings give the same deliveries in the same order,
 * up to the times in them, which follow the clock.
 *
 * @param seed of the run
 * @param schedule which schedule of the run, from 0; no two of one seed share an identity
 * @param deliveries how many, repeats not counted; 1 to 1,000,000
 * @param perSecond how many begin in a second; 0 for as fast as they are answered
 * @param orgs organisations that the gateways know, three or more, all different
 * @param atOnce attempts at once at each gateway, 1 to 500
 * @param longestDelay the most that lies between the making of a delivery and its first attempt,
 *     unless it is kept for the end, and between its answer and a delayed repeat
 * @param clock what the times in bodies and history follow
 * @param examples GitHub's public example bodies; empty to send none of them
 */
public record TrafficSettings(
    long seed,
    int schedule,
    int deliveries,
    double perSecond,
    List<String> orgs,
    int atOnce,
    Duration longestDelay,
    Clock clock,
    List<Example> examples) {

  /** The organisations unless others are asked for. */
  public static final List<String> ORGS = List.of("acme", "globex", "initech");

  private static final int MAX_DELIVERIES = 1_000_000;

  /**
   * What stands at a gateway when the longest fault ends is less: 20 s of 20 deliveries in a second
   * and their repeats, shared by two gateways. Half of what a gateway takes on at once.
   */
  private static final int MOST_AT_ONCE = 500;

  private static final int LEAST_ORGS = 3;

  /** As long as most faults last; what comes later still makes only a schedule's end longer. */
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(8);

  /**
   * Checks the limits and copies the lists.
   *
   * @throws IllegalArgumentException naming the setting and its limit
   */
  public TrafficSettings {
    Objects.requireNonNull(clock, "clock");
    require(
        longestDelay.toMillis() >= 1,
        "longestDelay must be 1 ms or more; got " + longestDelay.toMillis() + " ms");
    orgs = List.copyOf(orgs);
    examples = List.copyOf(examples);
    require(schedule >= 0, "schedule must be 0 or more; got " + schedule);
    require(
        deliveries >= 1 && deliveries <= MAX_DELIVERIES,
        "deliveries must be 1 to " + MAX_DELIVERIES + "; got " + deliveries);
    require(perSecond >= 0, "perSecond must be 0 or more; got " + perSecond);
    require(
        atOnce >= 1 && atOnce <= MOST_AT_ONCE,
        "atOnce must be 1 to " + MOST_AT_ONCE + "; got " + atOnce);
    require(
        orgs.size() >= LEAST_ORGS && orgs.stream().distinct().count() == orgs.size(),
        "orgs must be " + LEAST_ORGS + " or more, all different; got " + orgs);
  }

  /**
   * 600 deliveries as fast as they are answered, three organisations, 500 attempts at once at each
   * gateway, delays of up to 8 s.
   */
  public static TrafficSettings of(long seed, int schedule) {
    return new TrafficSettings(
        seed, schedule, 600, 0, ORGS, MOST_AT_ONCE, LONGEST_DELAY, Clock.systemUTC(), List.of());
  }

  /** The same with another number of deliveries. */
  public TrafficSettings withDeliveries(int number) {
    return new TrafficSettings(
        seed, schedule, number, perSecond, orgs, atOnce, longestDelay, clock, examples);
  }

  /** The same at a rate, for a time. */
  public TrafficSettings lasting(Duration time, double rate) {
    int number = (int) Math.max(1, Math.ceil(time.toMillis() / 1_000.0 * rate));
    return new TrafficSettings(
        seed, schedule, number, rate, orgs, atOnce, longestDelay, clock, examples);
  }

  /** The same for other organisations. */
  public TrafficSettings withOrgs(List<String> names) {
    return new TrafficSettings(
        seed, schedule, deliveries, perSecond, names, atOnce, longestDelay, clock, examples);
  }

  /** The same with another number of attempts at once at each gateway. */
  public TrafficSettings withAtOnce(int number) {
    return new TrafficSettings(
        seed, schedule, deliveries, perSecond, orgs, number, longestDelay, clock, examples);
  }

  /** The same with other delays. */
  public TrafficSettings withLongestDelay(Duration longest) {
    return new TrafficSettings(
        seed, schedule, deliveries, perSecond, orgs, atOnce, longest, clock, examples);
  }

  /** The same at another clock. */
  public TrafficSettings withClock(Clock other) {
    return new TrafficSettings(
        seed, schedule, deliveries, perSecond, orgs, atOnce, longestDelay, other, examples);
  }

  /** The same with example bodies among the deliveries. */
  public TrafficSettings withExamples(List<Example> bodies) {
    return new TrafficSettings(
        seed, schedule, deliveries, perSecond, orgs, atOnce, longestDelay, clock, bodies);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
