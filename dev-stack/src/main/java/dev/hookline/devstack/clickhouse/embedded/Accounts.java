package dev.hookline.devstack.clickhouse.embedded;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** The users of this process; the engine has none of its own. */
record Accounts(List<Account> accounts) {

  /**
   * One user.
   *
   * @param readOnly whether the user's statements run with {@code readonly = 1}
   */
  record Account(String name, String password, boolean readOnly) {
    @Override
    public String toString() {
      return name + (readOnly ? " (read only)" : "");
    }
  }

  /** The user of these credentials, or code 516, which does not tell which of the two is wrong. */
  Account authenticate(String name, String password) throws EngineException {
    byte[] given = password.getBytes(StandardCharsets.UTF_8);
    for (Account account : accounts) {
      byte[] expected = account.password().getBytes(StandardCharsets.UTF_8);
      if (account.name().equals(name) && MessageDigest.isEqual(given, expected)) {
        return account;
      }
    }
    throw new EngineException(
        EngineException.AUTHENTICATION_FAILED,
        "AUTHENTICATION_FAILED",
        name
            + ": Authentication failed: password is incorrect, or there is no user with such name");
  }
}
