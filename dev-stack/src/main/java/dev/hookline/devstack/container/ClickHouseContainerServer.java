package dev.hookline.devstack.container;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import org.testcontainers.clickhouse.ClickHouseContainer;

/**
 * ClickHouse in a container, with an administrator. Unlike the embedded engine it keeps users, and
 * the two of the project are made by the migrations.
 */
final class ClickHouseContainerServer extends ContainerServer implements ClickHouseServer {
  static final String USER = "hookline_admin";
  static final String PASSWORD = "demo-admin-password";

  ClickHouseContainerServer(ClickHouseContainer container) {
    super(Part.CLICKHOUSE, container, container.getHttpUrl());
  }

  @Override
  public String httpUrl() {
    return endpoint();
  }

  @Override
  public String user() {
    return USER;
  }

  @Override
  public String password() {
    return PASSWORD;
  }
}
