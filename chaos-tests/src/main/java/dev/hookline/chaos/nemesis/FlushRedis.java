package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import java.io.IOException;

/** Redis forgets everything. */
final class FlushRedis implements Worker {

  private final Service redis;

  FlushRedis(Service redis) {
    this.redis = redis;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    Await.until("a key in Redis", () -> RedisKeys.count(redis) > 0);
    long forgotten = RedisKeys.flush(redis);
    if (forgotten == 0) {
      throw new DidNotBite("Redis had no key to forget");
    }
    return "Redis had " + forgotten + " keys and none afterwards";
  }

  @Override
  public void heal() {
    // What was forgotten stays forgotten.
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
