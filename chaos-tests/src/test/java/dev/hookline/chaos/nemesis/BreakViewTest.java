package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.stack.BreakableView;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.LoopbackPort;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The view has done harm once the job failed because of it, and of nothing else. */
class BreakViewTest {
  private static final String BEFORE = "java.io.IOException: 1: this view is broken on purpose";
  private static final String OTHER = "java.io.IOException: the broker is gone";
  private static final String NOW = "java.io.IOException: 2: this view is broken on purpose";

  private FakeFlink flink;
  private FakeClickHouse clickHouse;

  @BeforeEach
  void start() throws IOException {
    flink = new FakeFlink();
    clickHouse = new FakeClickHouse();
  }

  @AfterEach
  void stop() {
    flink.close();
    clickHouse.close();
  }

  private BreakView worker(URI address) {
    return new BreakView(
        flink.rest(), new BreakableView(new ClickHouseHttp(address, "u", "p", "d")));
  }

  @Test
  void itHasBittenOnceTheJobFailedAnewWithTheViewsWordsAndIsMended() throws Exception {
    flink.failures(BEFORE, BEFORE, OTHER, NOW);
    BreakView worker = worker(clickHouse.address());

    assertThat(worker.strike()).isEqualTo("the job failed because of it: " + NOW);
    assertThat(clickHouse.asked())
        .singleElement()
        .asString()
        .endsWith("INSERT INTO chaos_switch VALUES (0, 1)");
    worker.heal();

    assertThat(clickHouse.asked())
        .hasSize(2)
        .last()
        .asString()
        .endsWith("TRUNCATE TABLE chaos_switch");
  }

  @Test
  void aJobThatNeverFailedBeforeHasFailedForTheFirstTime() throws Exception {
    BreakView worker = worker(clickHouse.address());
    flink.failures(OTHER, NOW);

    assertThat(worker.strike()).endsWith(NOW);
  }

  @Test
  void aViewThatIsLeftBrokenIsTold() {
    BreakView worker = worker(URI.create("http://127.0.0.1:" + LoopbackPort.free()));

    assertThatThrownBy(worker::heal)
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("does not answer");
  }
}
