package dev.hookline.devstack.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  /** Lets what hangs go on, so that no thread stays behind. */
  private final CountDownLatch end = new CountDownLatch(1);

  private final List<String> pulled = new ArrayList<>();

  @AfterEach
  void letGo() {
    end.countDown();
  }

  /** An engine that has some images, and pulls as it is told. */
  private final class Engine implements ContainerEngine {
    private final Set<String> images;
    private final Predicate<String> registry;

    Engine(Set<String> images, Predicate<String> registry) {
      this.images = images;
      this.registry = registry;
    }

    @Override
    public boolean has(String image) {
      return images.contains(image);
    }

    @Override
    public boolean pull(String image, Duration limit) {
      pulled.add(image);
      return registry.test(image);
    }
  }

  private boolean hang() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private static Availability of(ContainerEngine engine) {
    return new Availability(() -> engine, LONG, LONG);
  }

  @Test
  void anEngineThatHasTheImagesIsTakenWithoutAPull() {
    Engine engine = new Engine(Set.of("redis:7", "ryuk:1"), image -> false);
    assertThat(of(engine).whyNot(List.of("ryuk:1", "redis:7"))).isEmpty();
    assertThat(pulled).isEmpty();
  }

  @Test
  void whatIsMissingIsPulledOnce() {
    Availability availability = of(new Engine(Set.of("ryuk:1"), image -> true));
    for (int i = 0; i < 2; i++) {
      assertThat(availability.whyNot(List.of("ryuk:1", "redis:7"))).isEmpty();
    }
    assertThat(pulled).containsExactly("redis:7");
  }

  @Test
  void aRefusedPullIsSaidInOneLineAndNotTriedAgain() {
    Availability availability =
        of(
            new Engine(
                Set.of(),
                image -> {
                  throw new IllegalStateException("Status 500:\n  no such host\n");
                }));
    for (int i = 0; i < 2; i++) {
      assertThat(availability.whyNot(List.of("redis:7")))
          .hasValue("image redis:7 cannot be pulled: Status 500: no such host");
    }
    assertThat(pulled).hasSize(1);
  }

  @Test
  void aPullThatTakesTooLongIsGivenUp() {
    Availability availability =
        new Availability(() -> new Engine(Set.of(), image -> false), LONG, Duration.ofSeconds(7));
    assertThat(availability.whyNot(List.of("redis:7")))
        .hasValue("image redis:7 cannot be pulled: not done within 7 s");
  }

  @Test
  void withoutAnEngineItSaysWhyAndAsksOnce() {
    List<String> asked = new ArrayList<>();
    Availability availability =
        new Availability(
            () -> {
              asked.add("once");
              throw new IllegalStateException("nothing at /var/run/docker.sock");
            },
            LONG,
            LONG);
    Optional<String> first = availability.whyNot(List.of("redis:7"));
    assertThat(first)
        .hasValue("no Docker engine answers: nothing at /var/run/docker.sock")
        .isEqualTo(availability.whyNot(List.of("kafka:4")));
    assertThat(asked).hasSize(1);
  }

  @Test
  void anEngineThatNeverAnswersIsGivenUp() {
    Availability never =
        new Availability(
            () -> {
              hang();
              throw new IllegalStateException("the test has ended");
            },
            SHORT,
            SHORT);
    assertThat(never.whyNot(List.of("redis:7"))).hasValue("no Docker engine answers within 0 s");
  }

  /**
   * A pull may take its own limit and that of an answer. Only together are they short here: the
   * answers before it have time on the busiest machine.
   */
  @Test
  void anEngineThatHangsLaterIsGivenUp() {
    ContainerEngine hanging = new Engine(Set.of(), image -> hang());
    Availability availability = new Availability(() -> hanging, LONG, SHORT.minus(LONG));
    assertThat(availability.whyNot(List.of("redis:7")))
        .hasValue("image redis:7 cannot be pulled: the engine does not answer");
  }
}
