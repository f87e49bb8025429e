package dev.hookline.schema;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.junit.DevStackExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventsByHourTest extends EventsByHourContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  @Override
  protected ClickHouseServer clickHouse() {
    return STACK.clickHouse();
  }
}
