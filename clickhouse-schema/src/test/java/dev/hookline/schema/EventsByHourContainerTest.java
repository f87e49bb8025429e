package dev.hookline.schema;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.container.ContainerExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The counts by hour on the official image. */
class EventsByHourContainerTest extends EventsByHourContract {

  @RegisterExtension
  static final ContainerExtension CLICKHOUSE = ContainerExtension.of(Part.CLICKHOUSE);

  @Override
  protected ClickHouseServer clickHouse() {
    return CLICKHOUSE.clickHouse();
  }
}
