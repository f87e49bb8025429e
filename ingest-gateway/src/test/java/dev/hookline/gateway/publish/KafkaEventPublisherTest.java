package dev.hookline.gateway.publish;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.junit.DevStackExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class KafkaEventPublisherTest extends KafkaEventPublisherContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  @Override
  protected Server kafka() {
    return STACK.kafka();
  }
}
