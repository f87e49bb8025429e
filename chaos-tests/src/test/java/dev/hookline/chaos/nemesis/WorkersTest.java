package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.ChildProcess.Signal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fault that did no harm must not pass for one that did. */
class WorkersTest {
  private static final Duration STANDS = Duration.ofMillis(500);

  @TempDir Path temp;
  private Sleeper sleeper;

  /** A process that does nothing for a long time. */
  private static final class Sleeper implements Service {
    private final Path log;
    private ChildProcess child;

    Sleeper(Path log) {
      this.log = log;
      restart();
    }

    @Override
    public String name() {
      return "sleeper";
    }

    @Override
    public long pid() {
      return child.pid();
    }

    @Override
    public boolean isAlive() {
      return child.isAlive();
    }

    @Override
    public String endpoint() {
      throw new UnsupportedOperationException("it listens nowhere");
    }

    @Override
    public Path log() {
      return log;
    }

    @Override
    public void kill() {
      child.kill();
    }

    @Override
    public void pause() {
      child.signal(Signal.STOP);
    }

    @Override
    public void resume() {
      child.signal(Signal.CONT);
    }

    @Override
    public void restart() {
      if (child != null) {
        child.close();
      }
      child = ChildProcess.builder("sleeper", List.of("sleep", "600")).log(log).start();
    }

    @Override
    public void close() {
      child.close();
    }
  }

  @BeforeEach
  void start() {
    sleeper = new Sleeper(temp.resolve("log"));
  }

  @AfterEach
  void stop() {
    sleeper.close();
  }

  @Test
  void aKilledProcessIsGoneAndComesBackAsAnother() throws Exception {
    long before = sleeper.pid();
    KillWorker worker = new KillWorker(Victim.of(sleeper));

    assertThat(worker.strike()).contains(Long.toString(before)).contains("is gone");
    assertThat(ProcessState.exists(before)).isFalse();
    worker.heal();

    assertThat(worker.afterHealing()).isEmpty();
    assertThat(sleeper.isAlive()).isTrue();
    assertThat(sleeper.pid()).isNotEqualTo(before);
  }

  @Test
  void whoIsDeadBeforeIsNoVictim() {
    sleeper.kill();

    assertThatThrownBy(() -> new KillWorker(Victim.of(sleeper)).strike())
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("was dead before");
  }

  @Test
  void whatDidNotComeBackAfterAKillIsNoticed() throws Exception {
    KillWorker worker = new KillWorker(Victim.of(sleeper));
    worker.strike();

    assertThatThrownBy(worker::afterHealing).isInstanceOf(DidNotBite.class);
    worker.heal();
  }

  @Test
  void aPausedProcessStandsStillUntilItIsHealed() throws Exception {
    PauseWorker worker = new PauseWorker(Victim.of(sleeper), false);

    assertThat(worker.strike()).contains("is stopped");
    assertThat(worker.beforeHealing()).isEmpty();
    worker.heal();

    Awaitility.await("the process to go on").until(() -> !ProcessState.of(sleeper.pid()).stopped());
  }

  @Test
  void aPausedProcessThatSomebodyElseLetGoOnDidNotStandStill() throws Exception {
    PauseWorker worker = new PauseWorker(Victim.of(sleeper), false);
    worker.strike();
    sleeper.resume();
    Awaitility.await("the process to go on").until(() -> !ProcessState.of(sleeper.pid()).stopped());

    assertThatThrownBy(worker::beforeHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("was to stand still");
    worker.heal();
  }

  @Test
  void aRestartedProcessHasAnotherPid() throws Exception {
    long before = sleeper.pid();

    assertThat(new RestartWorker(List.of(Victim.of(sleeper))).strike())
        .isEqualTo("sleeper had pid " + before + " and has " + sleeper.pid());
  }

  @Test
  void onlyAPartThatListensAndSaysNothingLeavesARequestStanding() throws IOException {
    HttpServer answering =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answering.start();
    int gone;
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      gone = silent.getLocalPort();
      for (String scheme : List.of("http://", "redis://", "")) {
        assertThat(Knock.isLeftStanding(scheme + "127.0.0.1:" + silent.getLocalPort(), STANDS))
            .as(scheme)
            .isTrue();
      }
      assertThat(
              Knock.isLeftStanding("http://127.0.0.1:" + answering.getAddress().getPort(), STANDS))
          .isFalse();
    } finally {
      answering.stop(0);
    }
    assertThat(Knock.isLeftStanding("http://127.0.0.1:" + gone, STANDS)).isFalse();
  }
}
