package dev.hookline.jobs.normalise;

import java.util.Objects;

/**
 * An account as a payload names it.
 *
 * @param id the provider's lasting id: GitHub's numeric id, Jira's accountId, key or name; empty
 *     where there is none
 * @param login the name as a label, which may change; empty where there is none
 * @param kind what kind of account
 */
public record Actor(String id, String login, ActorKind kind) {

  /** Nobody: the event names no account. */
  public static final Actor NONE = new Actor("", "", ActorKind.NONE);

  /** A deleted user of whom nothing is left. */
  public static final Actor GHOST = new Actor("", "", ActorKind.GHOST);

  /** Checks that nothing is null. */
  public Actor {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(login, "login");
    Objects.requireNonNull(kind, "kind");
  }

  /**
   * Whether the account can have a row of its own.
   *
   * @return true for a human with an id
   */
  public boolean isPerson() {
    return kind == ActorKind.HUMAN && !id.isEmpty();
  }
}
