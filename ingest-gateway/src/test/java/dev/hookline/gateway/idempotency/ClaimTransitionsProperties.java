package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any sequence of attempts at one event, with any outcome of theirs and any time between: compared
 * step by step with the two-state machine as it is written in the design.
 */
class ClaimTransitionsProperties {

  private static final Duration PENDING = Duration.ofSeconds(30);
  private static final Duration DONE = Duration.ofDays(7);
  private static final ClaimKey KEY =
      new ClaimKey("topic", new EventIdentity("acme", Source.GITHUB, "1"));

  private enum Kind {
    CLAIM,
    CONFIRM,
    FAIL,
    WAIT
  }

  /**
   * One step.
   *
   * @param attempt which of the attempts so far, modulo their number
   * @param seconds that pass, for WAIT
   */
  private record Step(Kind kind, int attempt, int seconds) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Integer> seconds =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 60),
            Arbitraries.integers().between(1, 8 * 24 * 3600));
    return Combinators.combine(
            Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 5), seconds)
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  @Property
  void aKeySaysDoneOnlyAfterAConfirmationAndForAsLongAsItMay(
      @ForAll("histories") List<Step> steps) {
    TestClock clock = new TestClock();
    IdempotencyStore store = new InMemoryIdempotencyStore(clock, new ClaimLifetimes(PENDING, DONE));
    Model model = new Model();
    List<ClaimOutcome> attempts = new ArrayList<>();
    for (Step step : steps) {
      Optional<ClaimOutcome> chosen =
          attempts.isEmpty()
              ? Optional.empty()
              : Optional.of(attempts.get(step.attempt() % attempts.size()));
      switch (step.kind()) {
        case CLAIM -> {
          ClaimOutcome outcome = store.claim(KEY);
          assertThat(outcome.label()).isEqualTo(model.claim(clock.instant(), outcome));
          attempts.add(outcome);
        }
        case CONFIRM -> {
          if (chosen.isPresent()) {
            store.complete(KEY, "hash");
            model.complete(clock.instant());
          }
        }
        case FAIL -> {
          if (chosen.orElse(null) instanceof ClaimOutcome.Acquired mine) {
            Transition transition = store.release(KEY, mine);
            assertThat(transition == Transition.DONE)
                .isEqualTo(model.release(clock.instant(), mine));
          }
        }
        case WAIT -> clock.now = clock.now.plusSeconds(step.seconds());
      }
    }
  }

  /** The design's two states, without any store. */
  private static final class Model {
    private Instant doneUntil = Instant.MIN;
    private Instant pendingUntil = Instant.MIN;
    private String owner = "";

    String claim(Instant now, ClaimOutcome given) {
      if (now.isBefore(doneUntil)) {
        return "already_published";
      }
      if (now.isBefore(pendingUntil)) {
        return "in_flight";
      }
      pendingUntil = now.plus(PENDING);
      owner = given instanceof ClaimOutcome.Acquired mine ? mine.owner() : "";
      return "acquired";
    }

    void complete(Instant now) {
      doneUntil = now.plus(DONE);
      pendingUntil = Instant.MIN;
    }

    boolean release(Instant now, ClaimOutcome.Acquired claim) {
      boolean ours = now.isBefore(pendingUntil) && claim.owner().equals(owner);
      if (ours) {
        pendingUntil = Instant.MIN;
      }
      return ours;
    }
  }

  private static final class TestClock extends Clock {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
