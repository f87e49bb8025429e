package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.chaos.nemesis.Fault;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.nemesis.FaultKind.Needs;
import dev.hookline.chaos.nemesis.Resource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final List<FaultKind> ALL = Arrays.asList(FaultKind.values());

  private static List<Schedule> hundred() {
    return LongStream.range(1, 101).mapToObj(seed -> Schedule.of(seed, ALL)).toList();
  }

  private static List<Fault> faults(Schedule schedule) {
    return schedule.steps().stream().flatMap(step -> step.faults().stream()).toList();
  }

  @Test
  void theSameSeedGivesTheSameSchedule() {
    assertThat(Schedule.of(7, ALL)).isEqualTo(Schedule.of(7, ALL));
    assertThat(Schedule.of(7, ALL)).isNotEqualTo(Schedule.of(8, ALL));
  }

  @Test
  void aHundredSeedsReachEveryKindAndHaveOneAndAHalfFaultsEach() {
    Set<FaultKind> reached = EnumSet.noneOf(FaultKind.class);
    hundred().forEach(schedule -> faults(schedule).forEach(fault -> reached.add(fault.kind())));

    assertThat(reached).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(hundred().stream().mapToInt(Schedule::faults).sum()).isGreaterThan(150);
    assertThat(hundred()).anyMatch(schedule -> schedule.steps().get(0).faults().size() == 2);
  }

  @Test
  void theShortSuitesInsertFaultsMeetTheTablesThatAreNotEvents() {
    List<Fault> faults = faults(Schedule.ofEach(ChaosSuiteIT.SEED, ChaosSuiteIT.kinds()));

    assertThat(faults)
        .filteredOn(
            one -> one.kind() == FaultKind.CUT_INSERT || one.kind() == FaultKind.SWALLOW_ANSWER)
        .extracting(one -> one.oneOf(4))
        .as("of events twice, hours, rejects")
        .containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void twoAtOnceTouchNothingInCommon() {
    for (Schedule schedule : hundred()) {
      for (Step step : schedule.steps()) {
        if (step.faults().size() == 2) {
          assertThat(step.faults().get(0).kind().goesWith(step.faults().get(1).kind()))
              .as("%s", schedule)
              .isTrue();
        }
      }
    }
  }

  @Test
  void theStackHasWhatTheFaultsNeed() {
    for (Schedule schedule : hundred()) {
      Set<Needs> impossible =
          schedule.brokers() == 1
              ? Set.of(Needs.THREE_BROKERS)
              : Set.of(Needs.ONE_BROKER, Needs.SMALL_DISK);
      assertThat(faults(schedule))
          .as("%s", schedule)
          .noneMatch(fault -> impossible.contains(fault.kind().needs()));
    }
    assertThat(hundred()).anyMatch(schedule -> schedule.brokers() == 3);
    assertThat(Schedule.of(1, List.of(FaultKind.KILL_LEADER)).brokers()).isEqualTo(3);
  }

  @Test
  void ofEachHasEachKindOnce() {
    List<FaultKind> kinds = ALL.stream().filter(kind -> kind != FaultKind.KILL_LEADER).toList();

    Schedule schedule = Schedule.ofEach(3, kinds);

    assertThat(faults(schedule).stream().map(Fault::kind))
        .containsExactlyInAnyOrderElementsOf(kinds);
    assertThat(schedule.steps()).anyMatch(step -> step.faults().size() == 3);
    for (Step step : schedule.steps()) {
      Set<Resource> touched = EnumSet.noneOf(Resource.class);
      for (Fault fault : step.faults()) {
        assertThat(touched).as("%s", step).doesNotContainAnyElementsOf(fault.kind().touches());
        touched.addAll(fault.kind().touches());
      }
    }
  }

  @Test
  void whatCannotBeDoneIsLeftOut() {
    Schedule schedule = Schedule.ofEach(3, List.of(FaultKind.FULL_DISK, FaultKind.KILL_REDIS));

    assertThat(faults(schedule.without(Set.of(FaultKind.FULL_DISK))))
        .extracting(Fault::kind)
        .containsExactly(FaultKind.KILL_REDIS);
    assertThat(schedule.without(EnumSet.allOf(FaultKind.class)).steps()).isEmpty();
  }
}
