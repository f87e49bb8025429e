package dev.hookline.jobs.source;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.junit.DevStackExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

class KafkaTopicLogTest extends KafkaTopicLogContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.KAFKA);

  @Override
  protected Server kafka() {
    return STACK.kafka();
  }
}
