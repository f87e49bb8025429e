package dev.hookline.gateway.publish;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.container.ContainerExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The publisher on the official image. */
class KafkaEventPublisherContainerTest extends KafkaEventPublisherContract {

  @RegisterExtension static final ContainerExtension KAFKA = ContainerExtension.of(Part.KAFKA);

  @Override
  protected Server kafka() {
    return KAFKA.server();
  }
}
