package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private final AtomicLong nanos = new AtomicLong();
  private final CircuitBreaker breaker = new CircuitBreaker(3, Duration.ofSeconds(1), nanos::get);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(breaker.allows()).isTrue();
      breaker.failed();
    }
  }

  @Test
  void opensAfterFailuresInARow() {
    fail(2);
    breaker.succeeded();
    fail(3);
    assertThat(breaker.allows()).isFalse();
  }

  @Test
  void letsOneCallThroughAfterThePause() {
    fail(3);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(breaker.allows()).isTrue();
    assertThat(breaker.allows()).isFalse();
  }

  @Test
  void closesWhenThatCallIsAnswered() {
    fail(3);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(breaker.allows()).isTrue();
    assertThat(breaker.succeeded()).isTrue();
    fail(2);
    assertThat(breaker.allows()).isTrue();
  }

  @Test
  void staysOpenForAnotherPauseWhenThatCallFails() {
    fail(3);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    fail(1);
    assertThat(breaker.allows()).isFalse();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(breaker.allows()).isTrue();
  }
}
