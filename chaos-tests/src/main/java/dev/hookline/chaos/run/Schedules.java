package dev.hookline.chaos.run;

import java.util.function.LongFunction;

/**
 * Which schedule a seed has, and the command that does some of them again. The two go together: a
 * command that makes schedules by another rule does other faults.
 */
interface Schedules {

  /** The schedule of a seed; the same each time. */
  Schedule of(long seed);

  /**
   * The command.
   *
   * @param first seed
   * @param count how many in a row
   */
  String reproduce(long first, int count);

  /** Those of {@code ./hookline chaos}. */
  static Schedules of(ChaosSettings settings) {
    return new Schedules() {
      @Override
      public Schedule of(long seed) {
        return Schedule.of(seed, settings.kinds());
      }

      @Override
      public String reproduce(long first, int count) {
        return settings.reproduce(first, count);
      }
    };
  }

  /**
   * Others, which one command does again from its own first seed on.
   *
   * @param schedules the schedule of a seed
   * @param command whatever the seed
   */
  static Schedules of(LongFunction<Schedule> schedules, String command) {
    return new Schedules() {
      @Override
      public Schedule of(long seed) {
        return schedules.apply(seed);
      }

      @Override
      public String reproduce(long first, int count) {
        return command;
      }
    };
  }
}
