package dev.hookline.devstack.clickhouse.embedded;

import dev.hookline.devstack.clickhouse.embedded.Accounts.Account;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the process is started with.
 *
 * @param library the file {@code libchdb.so}; null: the cached package's, fetched when missing
 * @param folder keeps the data and the results on their way
 * @param host the address listened on
 * @param port the port listened on; 0: a free one
 * @param accounts the users
 */
record ServerOptions(Path library, Path folder, String host, int port, Accounts accounts) {
  static final String USAGE =
      "usage: --folder DIR [--port N] [--host ADDRESS] [--library FILE] [--admin NAME]; passwords"
          + " in HOOKLINE_WRITER_PASSWORD, HOOKLINE_ANALYST_PASSWORD and HOOKLINE_ADMIN_PASSWORD";

  private static final Set<String> NAMES =
      Set.of("--library", "--folder", "--host", "--port", "--admin");

  /** Passwords come from the environment, since a command line is everybody's to read. */
  static ServerOptions of(String[] arguments, Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!NAMES.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException("unexpected " + arguments[i] + "; " + USAGE);
      }
      values.put(arguments[i], arguments[i + 1]);
    }
    if (!values.containsKey("--folder")) {
      throw new IllegalArgumentException("--folder is missing; " + USAGE);
    }
    String library = values.get("--library");
    return new ServerOptions(
        library == null ? null : Path.of(library),
        Path.of(values.get("--folder")).toAbsolutePath(),
        values.getOrDefault("--host", "127.0.0.1"),
        port(values.getOrDefault("--port", "8123")),
        new Accounts(accounts(values.get("--admin"), environment)));
  }

  /** Without an administrator the writer does what the engine's owner does. */
  private static List<Account> accounts(String admin, Map<String, String> environment) {
    List<Account> accounts = new ArrayList<>();
    accounts.add(account("hookline_writer", "HOOKLINE_WRITER_PASSWORD", false, environment));
    accounts.add(account("hookline_analyst", "HOOKLINE_ANALYST_PASSWORD", true, environment));
    if (admin != null) {
      accounts.add(account(admin, "HOOKLINE_ADMIN_PASSWORD", false, environment));
    }
    return accounts;
  }

  private static Account account(
      String name, String variable, boolean readOnly, Map<String, String> environment) {
    String password = environment.get(variable);
    if (password == null || password.isEmpty()) {
      throw new IllegalArgumentException(variable + " is not set: the password of " + name);
    }
    return new Account(name, password, readOnly);
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException("--port " + text + " is not a number from 0 to 65535");
  }
}
