package dev.hookline.sink.clickhouse.internal.block;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.container.ContainerExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sealed blocks in a server on the official image. */
class BlockInsertContainerTest extends BlockInsertContract {

  @RegisterExtension
  static final ContainerExtension CLICKHOUSE = ContainerExtension.of(Part.CLICKHOUSE);

  @Override
  protected ClickHouseServer clickHouse() {
    return CLICKHOUSE.clickHouse();
  }
}
