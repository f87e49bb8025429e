package dev.hookline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.gateway.GatewayConfig.RateLimit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoundsTest {

  @Test
  void bytesBeyondTheLimitAreNotReservedAndThoseGivenBackAre() {
    InFlightBytes bytes = new InFlightBytes(100);
    InFlightBytes.Reservation one = bytes.open();
    InFlightBytes.Reservation two = bytes.open();
    assertThat(one.grow(60)).isTrue();
    assertThat(two.grow(41)).isFalse();
    assertThat(two.grow(40)).isTrue();
    one.shrink(10);
    assertThat(bytes.used()).isEqualTo(90);
    one.close();
    one.close();
    assertThat(bytes.used()).isEqualTo(40);
    assertThat(one.grow(1)).as("a closed reservation takes nothing").isFalse();
    two.close();
    assertThat(bytes.used()).isZero();
  }

  @Test
  void aBucketGivesItsBurstThenItsRateAndSaysWhenTheNextIsThere() {
    AtomicLong nanos = new AtomicLong();
    TokenBucket bucket = new TokenBucket(new RateLimit(2, 3), nanos::get);
    for (int i = 0; i < 3; i++) {
      assertThat(bucket.take()).isEmpty();
    }
    assertThat(bucket.take().orElseThrow())
        .isBetween(Duration.ofMillis(499), Duration.ofMillis(501));
    nanos.addAndGet(Duration.ofMillis(501).toNanos());
    assertThat(bucket.take()).isEmpty();
    assertThat(bucket.take()).isPresent();
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    for (int i = 0; i < 3; i++) {
      assertThat(bucket.take()).isEmpty();
    }
    assertThat(bucket.take()).as("a pause saves up no more than the burst").isPresent();
  }

  @Test
  void requestsAreBoundedAndWaitedFor() {
    InFlightRequests requests = new InFlightRequests(1);
    assertThat(requests.enter()).isTrue();
    assertThat(requests.enter()).isFalse();
    assertThat(requests.awaitNone(Duration.ofMillis(20))).isFalse();
    requests.exit();
    assertThat(requests.awaitNone(Duration.ofMillis(20))).isTrue();
  }
}
