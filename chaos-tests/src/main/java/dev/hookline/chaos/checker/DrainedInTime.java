package dev.hookline.chaos.checker;

import java.util.List;

/**
 * Once every sender had its last answer or had given up, everything that had piled up was worked
 * off in time. What lies between the last heal and that moment is bounded too, and not here:
 * senders give up, and a recovery that is waited for has a limit of its own.
 */
public final class DrainedInTime implements Checker {

  @Override
  public String name() {
    return "DrainedInTime";
  }

  @Override
  public List<Violation> check(Findings findings) {
    double seconds = findings.measures().drainSeconds();
    double limit = findings.measures().drainLimitSeconds();
    // Written so that NaN, which is what was not measured, is a violation too.
    boolean inTime = seconds >= 0 && seconds <= limit && limit > 0;
    return inTime
        ? List.of()
        : List.of(
            new Violation(name(), "drain", "may take " + limit + " s and took " + seconds + " s"));
  }
}
