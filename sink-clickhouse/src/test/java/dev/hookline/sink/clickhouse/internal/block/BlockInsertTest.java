package dev.hookline.sink.clickhouse.internal.block;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.junit.DevStackExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class BlockInsertTest extends BlockInsertContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  @Override
  protected ClickHouseServer clickHouse() {
    return STACK.clickHouse();
  }
}
