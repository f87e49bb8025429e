package dev.hookline.devstack.container;

import java.time.Duration;

/** What the decision whether tests can run on containers asks of a Docker engine that answers. */
interface ContainerEngine {

  /** Whether the engine has the image. */
  boolean has(String image);

  /**
   * Pulls the image, in one attempt.
   *
   * @param limit the longest to wait
   * @return whether it was done within the limit
   * @throws RuntimeException with the engine's reason when it cannot
   */
  boolean pull(String image, Duration limit) throws InterruptedException;
}
