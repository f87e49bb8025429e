package dev.hookline.sink.clickhouse.internal.row;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.container.Containers;
import java.util.Optional;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

/** Every type on the official image. */
@AddLifecycleHook(EveryTypeContainerTest.NeedsTheContainer.class)
class EveryTypeContainerTest extends EveryTypeContract {

  @BeforeContainer
  static void start() {
    writeTo((ClickHouseServer) Containers.get(Part.CLICKHOUSE));
  }

  @AfterContainer
  static void stop() {
    writeToNone();
  }

  /** As the extension for JUnit's own tests, which jqwik does not run. */
  static final class NeedsTheContainer implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      Optional<String> reason = Containers.whyNot(Part.CLICKHOUSE);
      reason.ifPresent(why -> System.err.println("Skipped: " + context.label() + ": " + why));
      return reason.map(SkipResult::skip).orElseGet(SkipResult::doNotSkip);
    }
  }
}
