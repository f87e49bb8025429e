package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.history.Outcome;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.schema.LogCut;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kill of which no record is known to be the gateway's own is followed by another. */
class KillBeforeAnswerTest {
  private static final int NUMBER = 1;

  @TempDir Path temp;
  private Sleeper gateway;
  private FaultyProxy kafka;
  private final GrowingLog log = new GrowingLog();

  @BeforeEach
  void start() {
    gateway = new Sleeper(temp.resolve("gateway"));
    kafka = FaultyProxy.to(LoopbackPort.free());
  }

  @AfterEach
  void stop() {
    kafka.close();
    gateway.close();
  }

  /** Grows at every second look, by more than is waited for. */
  private static final class GrowingLog implements KillBeforeAnswer.Sight {
    private final List<LogCut> asked = new ArrayList<>();
    private long looks;

    @Override
    public LogCut now() {
      return new LogCut(Map.of(0, new LogCut.Span(0, 100 * (looks++ / 2))));
    }

    @Override
    public Set<String> identities(LogCut before, LogCut after) {
      asked.addAll(List.of(before, after));
      return Set.of("kill-" + asked.size() / 2);
    }
  }

  /**
   * One whose senders know, of each kill, of a record without answer.
   *
   * @param others how many kills' records another gateway had been asked for as well
   */
  private KillBeforeAnswer worker(int others) {
    KillBeforeAnswer[] worker = new KillBeforeAnswer[1];
    worker[0] =
        new KillBeforeAnswer(
            gateway,
            NUMBER,
            kafka,
            log,
            () -> {
              List<Operation> history = new ArrayList<>();
              long now = Instant.now().toEpochMilli();
              history.add(new Operation("x", 1, NUMBER, now, now, Outcome.OK, 202, ""));
              worker[0]
                  .struckAt()
                  .map(Instant::toEpochMilli)
                  .ifPresent(
                      kill -> {
                        int kills = log.asked.size() / 2;
                        history.add(unanswered("kill-" + kills, NUMBER, kill));
                        // what the kill before has left was sent to the gateway once more
                        history.add(unanswered("kill-" + (kills - 1), NUMBER, kill));
                        if (kills <= others) {
                          history.add(unanswered("kill-" + kills, NUMBER + 1, kill));
                        }
                      });
              return history;
            },
            Duration.ofMillis(50));
    return worker[0];
  }

  private static Operation unanswered(String identity, int gateway, long kill) {
    return new Operation(identity, 1, gateway, kill - 5, kill + 5, Outcome.UNKNOWN, 0, "");
  }

  @Test
  void aRecordOfItsOwnIsEnough() throws Exception {
    long before = gateway.pid();
    Instant begun = Instant.now();
    KillBeforeAnswer worker = worker(0);

    assertThat(worker.strike())
        .isEqualTo(
            "sleeper with pid %d is gone after 100 records whose confirmation was on its way"
                .formatted(before));
    assertThat(ProcessState.exists(before)).isFalse();
    assertThat(worker.struckAt()).hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(begun));
    assertThat(worker.healedAt())
        .hasValueSatisfying(at -> assertThat(at).isAfter(worker.struckAt().orElseThrow()));
    worker.heal();

    assertThat(worker.afterHealing()).startsWith("1 of them were its own");
    assertThat(gateway.isAlive()).isTrue();
    assertThat(gateway.pid()).isNotEqualTo(before);
  }

  @Test
  void aKillWithoutOneIsFollowedByAnotherOfWhichItsOwnRecordsAloneCount() throws Exception {
    long before = gateway.pid();
    KillBeforeAnswer worker = worker(1);

    assertThat(worker.strike())
        .startsWith("sleeper with pid " + before + " is gone after ")
        .contains(", of which none is known to be its own, then sleeper with pid ");
    worker.heal();

    assertThat(worker.afterHealing()).startsWith("1 of them were its own");
    assertThat(log.asked).hasSize(4).doesNotHaveDuplicates();
    assertThat(gateway.isAlive()).isTrue();
  }

  @Test
  void threeKillsWithoutOneDidNotBite() throws Exception {
    KillBeforeAnswer worker = worker(3);
    worker.strike();
    worker.heal();

    assertThat(log.asked).hasSize(6);
    assertThatThrownBy(worker::afterHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("none of the records [kill-3] that were in Kafka");
    assertThat(gateway.isAlive()).isTrue();
  }
}
