package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class BackOffTest {
  private static final RetryBudget BUDGET =
      new RetryBudget(Duration.ofSeconds(60), Duration.ofMillis(100), Duration.ofSeconds(3));

  @Property(tries = 200)
  void neverWaitsLongerThanTheCapNorLessThanHalfOfItsStep(
      @ForAll @IntRange(min = 1, max = 10_000) int attempt,
      @ForAll @DoubleRange(max = 0.99) double random) {
    long step = attempt > 5 ? 3000 : Math.min(3000, 100L << (attempt - 1));

    assertThat(new BackOff(BUDGET, () -> random).after(attempt).toMillis())
        .isBetween(step / 2, step);
  }

  @Example
  void spendsItsBudgetAndNoMore() throws InterruptedException {
    FakePause fake = new FakePause();
    Retries retries = new Retries(BUDGET, fake, () -> 0);

    while (retries.waitForNext()) {
      assertThat(retries.elapsed()).isLessThanOrEqualTo(BUDGET.total());
    }

    assertThat(fake.waits()).startsWith(Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(retries.elapsed()).isBetween(Duration.ofSeconds(57), BUDGET.total());
    assertThat(retries.failed()).isEqualTo(fake.waits().size() + 1);
  }
}
