package dev.hookline.devstack.clickhouse;

import dev.hookline.devstack.Server;

/** A ClickHouse, as a client's test reaches it. */
public interface ClickHouseServer extends Server {

  /** The HTTP interface's address, such as {@code http://127.0.0.1:8123}. */
  String httpUrl();

  /** A user with all rights that the server has to give. */
  String user();

  /** That user's password. */
  String password();
}
