package dev.hookline.devstack.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/**
 * The engine that Testcontainers finds, asked before Testcontainers itself begins: that would start
 * a container of its own at once, and repeat a pull that fails for two minutes.
 */
final class TestcontainersEngine implements ContainerEngine {
  private final DockerClient client;

  private TestcontainersEngine(DockerClient client) {
    this.client = client;
  }

  /**
   * Finds the engine as Testcontainers is configured to and hears an answer.
   *
   * @throws RuntimeException if there is none
   */
  static ContainerEngine connect() {
    DockerClient client =
        DockerClientProviderStrategy.getClientForConfig(
            DockerClientFactory.instance().getTransportConfig());
    client.pingCmd().exec();
    return new TestcontainersEngine(client);
  }

  @Override
  public boolean has(String image) {
    try {
      client.inspectImageCmd(inUse(image).asCanonicalNameString()).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  @Override
  public boolean pull(String image, Duration limit) throws InterruptedException {
    DockerImageName name = inUse(image);
    try (Pull pulled =
        client
            .pullImageCmd(name.getUnversionedPart())
            .withTag(name.getVersionPart())
            .exec(new Pull())) {
      return pulled.awaitCompletion(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A registry of one's own may stand in front of the names, by Testcontainers' configuration. */
  private static DockerImageName inUse(String image) {
    return ImageNameSubstitutor.instance().apply(DockerImageName.parse(image));
  }

  /** A refusal is thrown where the pull is waited for; the library would log it with its stack. */
  private static final class Pull extends PullImageResultCallback {
    private volatile RuntimeException refused;

    @Override
    public void onError(Throwable error) {
      refused =
          error instanceof RuntimeException known
              ? known
              : new DockerClientException("pull", error);
      onComplete();
    }

    @Override
    protected void throwFirstError() {
      if (refused != null) {
        throw refused;
      }
      super.throwFirstError();
    }
  }
}
