package dev.hookline.sink.clickhouse.internal.row;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.nio.file.Path;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

class EveryTypeTest extends EveryTypeContract {
  private static EmbeddedClickHouse engine;

  @BeforeContainer
  static void start() {
    Path folder = Path.of("target", "every-type-" + ProcessHandle.current().pid());
    engine = EmbeddedClickHouse.start(folder, 0);
    writeTo(engine);
  }

  @AfterContainer
  static void stop() {
    writeToNone();
    engine.close();
  }
}
