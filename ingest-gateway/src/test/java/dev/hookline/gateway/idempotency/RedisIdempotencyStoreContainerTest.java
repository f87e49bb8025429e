package dev.hookline.gateway.idempotency;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.container.ContainerExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store on the official image. */
class RedisIdempotencyStoreContainerTest extends RedisIdempotencyStoreContract {

  @RegisterExtension static final ContainerExtension REDIS = ContainerExtension.of(Part.REDIS);

  @Override
  protected Server redis() {
    return REDIS.server();
  }
}
