package dev.hookline.gateway.http;

import dev.hookline.gateway.GatewayConfig.RateLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** One organisation's rate limit. Thread-safe. */
final class TokenBucket {

  private static final double NANOS = 1e9;

  private final RateLimit limit;
  private final LongSupplier nanoTime;
  private double tokens;
  private long filledAt;

  TokenBucket(RateLimit limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.tokens = limit.burst();
    this.filledAt = nanoTime.getAsLong();
  }

  /** Takes a token. Empty: taken; else how long until there is one. */
  synchronized Optional<Duration> take() {
    long now = nanoTime.getAsLong();
    tokens = Math.min(limit.burst(), tokens + (now - filledAt) / NANOS * limit.perSecond());
    filledAt = now;
    if (tokens >= 1) {
      tokens -= 1;
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos((long) ((1 - tokens) / limit.perSecond() * NANOS) + 1));
  }
}
