package dev.hookline.chaos.workload;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * When events happened: most a moment ago, many at an hour's very edge, some days ago, some at the
 * edge of lateness, few in a future that no clock should show.
 */
final class Moments {

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final DateTimeFormatter WHOLE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);
  private static final DateTimeFormatter JIRA =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxx", Locale.ROOT);

  private final RandomGenerator random;
  private final Clock clock;

  Moments(RandomGenerator random, Clock clock) {
    this.random = random;
    this.clock = clock;
  }

  /** When the next event happened, ms since 1970. */
  long next() {
    long now = clock.millis();
    int kind = random.nextInt(100);
    if (kind < 56) {
      return now - random.nextLong(3 * HOUR);
    } else if (kind < 72) {
      return now - now % HOUR - random.nextInt(3) * HOUR + random.nextInt(-1, 2);
    } else if (kind < 82) {
      return now - random.nextLong(DAY, 3 * DAY);
    } else if (kind < 86) {
      // the hour that has just become too old, or the one that is about to
      long then = now - 4 * DAY;
      return then - then % HOUR + random.nextInt(-1, 1);
    } else if (kind < 96) {
      return now - random.nextLong(5 * DAY, 10 * DAY);
    } else if (kind < 98) {
      return now + random.nextLong(MINUTE, 10 * MINUTE);
    }
    return now + 3 * DAY + random.nextLong(HOUR);
  }

  /** Whether an event is from so far ahead that it feeds no metric: a day after its receipt. */
  boolean isFuture(long millis) {
    return millis > clock.millis() + 2 * DAY;
  }

  /** As GitHub writes it: without a fraction where there is none, in one of some zones. */
  String github(long millis) {
    ZoneOffset zone = random.nextInt(4) == 0 ? ZoneOffset.ofHours(2) : ZoneOffset.UTC;
    return (millis % SECOND == 0 ? WHOLE : MILLIS)
        .format(Instant.ofEpochMilli(millis).atOffset(zone));
  }

  /** As Jira writes it: with milliseconds, and an offset without a colon. */
  String jira(long millis) {
    ZoneOffset zone = ZoneOffset.ofHours(random.nextInt(-8, 6));
    return JIRA.format(Instant.ofEpochMilli(millis).atOffset(zone));
  }

  /** A length of time, whole milliseconds. */
  Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }
}
