package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work goes on when there is more than there was when the part came back. */
class CatchUpTest {
  private FakeFlink flink;

  @BeforeEach
  void start() throws IOException {
    flink = new FakeFlink();
  }

  @AfterEach
  void stop() {
    flink.close();
  }

  @Test
  void itLastsFromTheHealingToTheFirstRowAndAPartThatIsNotBackYetIsWaitedFor() throws IOException {
    try (FakeClickHouse clickHouse =
        new FakeClickHouse(
            FakeClickHouse.REFUSES, FakeClickHouse.REFUSES, "5", "5", "4", "5", "6", "7")) {
      Instant healed = Instant.now();
      Optional<Duration> took = new CatchUp(flink.rest(), clickHouse::sql).ofClickHouse();
      Duration atMost = Duration.between(healed, Instant.now());

      assertThat(clickHouse.asked()).as("6 is the first that is more").hasSize(7);
      assertThat(took)
          .hasValueSatisfying(
              time ->
                  assertThat(time)
                      .isBetween(
                          Duration.between(clickHouse.asked().get(0), clickHouse.asked().get(6)),
                          atMost));
    }
  }

  @Test
  void forKafkaItLastsUntilTheSourceHasReadFurther() throws IOException {
    try (FakeClickHouse clickHouse = new FakeClickHouse(FakeClickHouse.REFUSES)) {
      flink.reads(7L, 7L, 7L, 8L, 9L);

      assertThat(new CatchUp(flink.rest(), clickHouse::sql).ofKafka()).isPresent();

      assertThat(flink.readsLeft()).as("only 9 is left").isEqualTo(1);
    }
  }
}
