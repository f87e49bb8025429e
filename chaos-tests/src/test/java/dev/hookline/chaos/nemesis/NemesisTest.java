package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.DevStackException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whatever a worker does, the others' faults are told, and so is its own. */
class NemesisTest {
  private static final Fault REDIS = fault(FaultKind.KILL_REDIS);
  private static final Fault SAVEPOINT = fault(FaultKind.SAVEPOINT);

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  private final FaultListener listener =
      new FaultListener() {
        @Override
        public void begun(Fault fault) {
          told.add(fault.kind().label() + " begun");
        }

        @Override
        public void struck(Fault fault, Instant at, String evidence) {
          told.add(fault.kind().label() + " struck");
        }

        @Override
        public void over(Done done) {
          told.add(done.fault().kind().label() + " over, bit: " + done.bit());
        }
      };

  private static Fault fault(FaultKind kind) {
    return new Fault(kind, 1, Duration.ZERO, Duration.ZERO);
  }

  /** Throws where it is told to. */
  private static final class Breaking implements Worker {
    private final String where;
    private boolean healed;

    Breaking(String where) {
      this.where = where;
    }

    private String at(String step) {
      if (where.equals(step)) {
        throw new DevStackException("the job does not run");
      }
      return step;
    }

    @Override
    public String strike() {
      return at("strike");
    }

    @Override
    public String beforeHealing() {
      return at("beforeHealing");
    }

    @Override
    public void heal() {
      healed = true;
      at("heal");
    }

    @Override
    public String afterHealing() {
      return at("afterHealing");
    }
  }

  private List<Done> run(Map<FaultKind, Worker> workers, List<Fault> faults)
      throws InterruptedException {
    Nemesis nemesis =
        new Nemesis(null, List::of, listener) {
          @Override
          Worker worker(Fault fault) {
            return workers.get(fault.kind());
          }
        };
    return nemesis.run(faults);
  }

  @Test
  void aWorkerThatBreaksAnywhereIsAFaultThatDidNotBiteAndCostsNoOther() throws Exception {
    for (String where : List.of("strike", "beforeHealing", "heal", "afterHealing")) {
      Breaking breaking = new Breaking(where);

      List<Done> done =
          run(
              Map.of(FaultKind.SAVEPOINT, breaking, FaultKind.KILL_REDIS, new Breaking("nowhere")),
              List.of(SAVEPOINT, REDIS));

      assertThat(done).as(where).extracting(Done::fault).containsExactly(SAVEPOINT, REDIS);
      assertThat(done).as(where).extracting(Done::bit).containsExactly(false, true);
      assertThat(done.get(0).evidence()).as(where).contains("the job does not run");
      assertThat(done.get(0).evidence().contains("could not be healed"))
          .as(where)
          .isEqualTo(where.equals("heal"));
      assertThat(done.get(0).broken()).as(where).isPresent();
      assertThat(done.get(1).broken()).as(where).isEmpty();
      assertThat(breaking.healed).as(where).isTrue();
    }
  }

  @Test
  void whenAFaultStruckIsKeptAlsoIfItDidNotBite() throws Exception {
    Instant struck = Instant.parse("2026-03-01T10:00:00Z");
    Worker missed =
        new Worker() {
          @Override
          public String strike() throws DidNotBite {
            throw new DidNotBite("killed, and the insert had gone on");
          }

          @Override
          public Optional<Instant> struckAt() {
            return Optional.of(struck);
          }

          @Override
          public void heal() {
            // nothing to put right
          }
        };

    Done done = run(Map.of(FaultKind.KILL_REDIS, missed), List.of(REDIS)).get(0);

    assertThat(done.bit()).isFalse();
    assertThat(done.struck()).isEqualTo(struck);
  }

  @Test
  void whenAWorkerHadPutAllRightBeforeIsWhenItWasHealed() throws Exception {
    Instant healed = Instant.parse("2026-03-01T10:00:00Z");
    Worker early =
        new Worker() {
          @Override
          public String strike() {
            return "killed, and started again";
          }

          @Override
          public void heal() {
            // all is right
          }

          @Override
          public Optional<Instant> healedAt() {
            return Optional.of(healed);
          }
        };

    assertThat(run(Map.of(FaultKind.KILL_REDIS, early), List.of(REDIS)).get(0).healed())
        .isEqualTo(healed);
  }

  @Test
  void aWorkerThatCannotBeMadeIsAFaultThatDidNotBite() throws Exception {
    Nemesis nemesis =
        new Nemesis(null, List::of, listener) {
          @Override
          Worker worker(Fault fault) {
            throw new IllegalStateException("this stack has no disk of its own");
          }
        };

    assertThat(nemesis.run(List.of(REDIS)))
        .singleElement()
        .satisfies(
            done -> {
              assertThat(done.bit()).isFalse();
              assertThat(done.evidence()).contains("no disk of its own");
              assertThat(done.broken()).isPresent();
            });
  }

  @Test
  void aFaultThatWasOnlyInVainHasBrokenNothing() throws Exception {
    Worker inVain =
        new Worker() {
          @Override
          public String strike() throws DidNotBite {
            throw new DidNotBite("nobody was there");
          }

          @Override
          public void heal() {
            // It has touched nothing.
          }
        };

    Done done = run(Map.of(FaultKind.KILL_REDIS, inVain), List.of(REDIS)).get(0);

    assertThat(done.bit()).isFalse();
    assertThat(done.evidence()).startsWith("nobody was there");
    assertThat(done.broken()).isEmpty();
  }

  @Test
  void eachFaultIsToldWhenItBeginsStrikesAndIsOver() throws Exception {
    run(Map.of(FaultKind.KILL_REDIS, new Breaking("nowhere")), List.of(REDIS));
    run(Map.of(FaultKind.SAVEPOINT, new Breaking("heal")), List.of(SAVEPOINT));

    assertThat(told)
        .containsExactly(
            "kill-redis begun",
            "kill-redis struck",
            "kill-redis over, bit: true",
            "savepoint begun",
            "savepoint struck",
            "savepoint over, bit: false");
  }

  @Test
  void theBeginIsToldBeforeTheHarm() throws Exception {
    Worker worker =
        new Worker() {
          @Override
          public String strike() {
            told.add("harm");
            return "done";
          }

          @Override
          public void heal() {
            told.add("healing");
          }
        };

    run(Map.of(FaultKind.KILL_REDIS, worker), List.of(REDIS));

    assertThat(told)
        .containsExactly(
            "kill-redis begun",
            "harm",
            "kill-redis struck",
            "healing",
            "kill-redis over, bit: true");
  }
}
