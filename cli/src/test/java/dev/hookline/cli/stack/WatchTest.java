package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Alive or dead as told; starting again may fail some times first. */
  private static final class FakeService implements Service {
    private final String name;
    private final AtomicInteger failures;
    private final AtomicInteger restarts = new AtomicInteger();
    private volatile boolean alive = true;

    FakeService(String name, int failures) {
      this.name = name;
      this.failures = new AtomicInteger(failures);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long pid() {
      return 1;
    }

    @Override
    public boolean isAlive() {
      return alive;
    }

    @Override
    public String endpoint() {
      return "";
    }

    @Override
    public Path log() {
      return Path.of("none");
    }

    @Override
    public void kill() {
      alive = false;
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void restart() {
      if (failures.getAndDecrement() > 0) {
        throw new DevStackException("not yet");
      }
      restarts.incrementAndGet();
      alive = true;
    }

    @Override
    public void close() {
      alive = false;
    }
  }

  @Test
  void aProcessThatDiedIsStartedAgainAndOthersAreLeftAlone() {
    FakeService one = new FakeService("one", 0);
    FakeService two = new FakeService("two", 0);
    AtomicInteger changes = new AtomicInteger();
    try (Watch watch = new Watch(List.of(one, two), changes::incrementAndGet)) {
      one.kill();
      await("one to be alive again").atMost(LIMIT).until(one::isAlive);
      await("both changes to be told").atMost(LIMIT).until(() -> changes.get() == 2);
      assertThat(watch.isRestarting("one")).isFalse();
      assertThat(two.restarts).hasValue(0);
    }
  }

  @Test
  void aStartThatFailsIsTriedAgainAfterAPauseAndShownAsRestarting() {
    FakeService service = new FakeService("one", 1);
    try (Watch watch = new Watch(List.of(service), () -> {})) {
      service.kill();
      await("the death to be shown")
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> watch.isRestarting("one"));
      await("it to be alive again").atMost(LIMIT).until(service::isAlive);
      await("the revival to be shown").atMost(LIMIT).until(() -> !watch.isRestarting("one"));
      assertThat(service.restarts).hasValue(1);
    }
  }

  @Test
  void nothingIsStartedAgainOnceTheWatchIsClosed() {
    FakeService service = new FakeService("one", 0);
    Watch watch = new Watch(List.of(service), () -> {});
    watch.close();
    service.kill();
    await()
        .during(Duration.ofMillis(600))
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(service.restarts).hasValue(0));
  }
}
