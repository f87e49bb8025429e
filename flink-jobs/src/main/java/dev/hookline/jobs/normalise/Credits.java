package dev.hookline.jobs.normalise;

import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import java.util.Map;

/** Who gets a count: a person does, a bot or a ghost only in the totals. */
public final class Credits {

  private Credits() {}

  /**
   * Credits an account.
   *
   * @param who the account whose doing it is
   * @param contributions what to add to each metric
   * @return with an empty person when the account is nobody's, or when there is nothing to add
   */
  public static Credit to(Actor who, Map<Metric, Long> contributions) {
    if (contributions.isEmpty()) {
      return Credit.NOTHING;
    }
    return who.isPerson()
        ? new Credit(who.id(), who.login(), contributions)
        : new Credit("", "", contributions);
  }
}
