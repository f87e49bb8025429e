package dev.hookline.jobs.normalise.github;

import dev.hookline.jobs.normalise.Actor;
import dev.hookline.jobs.normalise.ActorKind;
import dev.hookline.jobs.normalise.Fields;
import java.util.List;
import java.util.Locale;

/** GitHub's account objects: id, login, type. */
final class GithubAccounts {

  private static final String BOT_SUFFIX = "[bot]";

  /** The account that GitHub shows in place of a deleted user; nobody else can have the name. */
  private static final String GHOST_LOGIN = "ghost";

  private GithubAccounts() {}

  /** The paths of an account object. */
  static List<String> paths(String account) {
    return List.of(account, account + ".id", account + ".login", account + ".type");
  }

  /**
   * The account at a path. A name that merely contains "bot" is no bot (abbott, robotics).
   *
   * @return {@link Actor#NONE} when the body does not name one
   */
  static Actor read(Fields fields, String account) {
    return switch (fields.kind(account)) {
      case NULL -> Actor.GHOST;
      case OBJECT -> ofObject(fields, account);
      default -> Actor.NONE;
    };
  }

  private static Actor ofObject(Fields fields, String account) {
    String login = fields.string(account + ".login");
    String id =
        fields.number(account + ".id").isPresent()
            ? Long.toString(fields.number(account + ".id").getAsLong())
            : "";
    if (login.toLowerCase(Locale.ROOT).equals(GHOST_LOGIN) || (id.isEmpty() && login.isEmpty())) {
      return new Actor(id, login, ActorKind.GHOST);
    }
    boolean bot = fields.string(account + ".type").equals("Bot") || login.endsWith(BOT_SUFFIX);
    return new Actor(id, login, bot ? ActorKind.BOT : ActorKind.HUMAN);
  }
}
