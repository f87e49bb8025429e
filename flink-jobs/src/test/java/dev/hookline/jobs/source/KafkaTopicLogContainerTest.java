package dev.hookline.jobs.source;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.container.ContainerExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log on the official image. */
class KafkaTopicLogContainerTest extends KafkaTopicLogContract {

  @RegisterExtension static final ContainerExtension KAFKA = ContainerExtension.of(Part.KAFKA);

  @Override
  protected Server kafka() {
    return KAFKA.server();
  }
}
