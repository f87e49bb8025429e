package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.stack.FlinkRest.CompletedCheckpoint;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.proxy.FaultyProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fault that did no harm must not pass for one that did. */
class WorkersTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration STANDS = Duration.ofMillis(500);
  private static final CompletedCheckpoint BEFORE = checkpoint(6);
  private static final CompletedCheckpoint CHECKPOINT = checkpoint(7);
  private static final CompletedCheckpoint CHECKPOINT_AFTER = checkpoint(8);
  private static final String INSERT =
      "POST /?query=INSERT%20INTO%20normalized_events HTTP/1.1\r\nContent-Length: 0\r\n\r\n";

  @TempDir Path temp;
  private Sleeper sleeper;

  private static CompletedCheckpoint checkpoint(long id) {
    return new CompletedCheckpoint(id, Instant.EPOCH, Instant.EPOCH, 1);
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

    awaitThatItGoesOn();
  }

  @Test
  void aPausedProcessOfManyThreadsStandsStillWithAllOfThem() throws Exception {
    try (Sleeper busy = Sleeper.withBusyThreads(temp.resolve("busy"))) {
      PauseWorker worker = new PauseWorker(Victim.of(busy), false);

      assertThat(worker.strike()).contains("is stopped");
      assertThat(ProcessState.allThreadsStopped(busy.pid())).isTrue();
      long ticks = ProcessState.of(busy.pid()).ticks();
      assertThat(worker.beforeHealing()).isEmpty();
      worker.heal();

      Awaitility.await("its threads to go on")
          .atMost(LIMIT)
          .until(() -> ProcessState.of(busy.pid()).ticks() > ticks);
    }
  }

  private void awaitThatItGoesOn() {
    Awaitility.await("the process to go on")
        .atMost(LIMIT)
        .until(() -> !ProcessState.of(sleeper.pid()).stopped());
  }

  @Test
  void aPausedProcessThatSomebodyElseLetGoOnDidNotStandStill() throws Exception {
    PauseWorker worker = new PauseWorker(Victim.of(sleeper), false);
    worker.strike();
    sleeper.resume();
    awaitThatItGoesOn();

    assertThatThrownBy(worker::beforeHealing)
        .isInstanceOf(DidNotBite.class)
        .hasMessageContaining("was to stand still");
    worker.heal();
  }

  @Test
  void aRestartedProcessHasAnotherPid() throws Exception {
    long before = sleeper.pid();

    assertThat(new RestartWorker(List.of(Victim.of(sleeper))).strike())
        .matches(
            "sleeper had pid %d, ended after \\d+\\.\\d s and has %d"
                .formatted(before, sleeper.pid()));
  }

  @Test
  void aProcessThatHadToBeKilledWasNotRestartedInOrder() {
    try (Sleeper deaf = Sleeper.deafToSigterm(temp.resolve("deaf"))) {
      long before = deaf.pid();
      RestartWorker worker = new RestartWorker(List.of(Victim.of(deaf)), Duration.ofMillis(300));

      assertThatThrownBy(worker::strike)
          .isInstanceOf(DidNotBite.class)
          .hasMessage(
              "sleeper with pid "
                  + before
                  + " had not ended 0.3 s after SIGTERM, so it was killed");
      worker.heal();

      assertThat(deaf.isAlive()).isTrue();
      assertThat(deaf.pid()).isNotEqualTo(before);
    }
  }

  @Test
  void onlyAPartThatListensAndSaysNothingLeavesARequestStanding() throws IOException {
    HttpServer answering =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answering.start();
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (String scheme : List.of("http://", "redis://", "")) {
        assertThat(Knock.isLeftStanding(scheme + "127.0.0.1:" + silent.getLocalPort(), STANDS))
            .as(scheme)
            .isTrue();
      }
      assertThat(
              Knock.isLeftStanding(
                  "http://127.0.0.1:" + answering.getAddress().getPort(), Duration.ofSeconds(30)))
          .isFalse();
    } finally {
      answering.stop(0);
    }
    assertThat(Knock.isLeftStanding("http://127.0.0.1:" + LoopbackPort.free(), STANDS)).isFalse();
  }

  @Test
  void aKillBeforeTheCommitsNamesACheckpointThatCompletedAfterTheHoldBegan() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        FaultyProxy proxy = FaultyProxy.to(silent.getLocalPort())) {
      AtomicInteger looks = new AtomicInteger();
      Future<String> struck =
          struck(
              proxy,
              killBeforeCommit(
                  proxy,
                  Duration.ofSeconds(30),
                  () -> Optional.of(looks.incrementAndGet() < 5 ? BEFORE : CHECKPOINT)));

      assertThat(struck.get())
          .contains("killed after checkpoint 7 had completed (the newest before the hold: 6)")
          .contains("inserts of events at the proxy");
      assertThat(sleeper.isAlive()).isFalse();
    }
  }

  @Test
  void anInsertOfACheckpointOfBeforeTheHoldGoesOn() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        FaultyProxy proxy = FaultyProxy.to(silent.getLocalPort())) {
      AtomicBoolean wentOn = new AtomicBoolean();
      AtomicInteger looks = new AtomicInteger();
      Thread server =
          new Thread(
              () -> {
                try (Socket first = silent.accept()) {
                  wentOn.set(first.getInputStream().read() >= 0);
                } catch (IOException e) {
                  // it has not gone on
                }
              });
      server.start();
      Future<String> struck =
          struck(
              proxy,
              killBeforeCommit(
                  proxy,
                  Duration.ofSeconds(2),
                  // the next hold begins before the next checkpoint completes
                  () ->
                      Optional.of(
                          wentOn.get() && looks.incrementAndGet() > 1
                              ? CHECKPOINT_AFTER
                              : CHECKPOINT)));

      assertThat(struck.get())
          .contains("killed after checkpoint 8 had completed (the newest before the hold: 7)");
    }
  }

  @Test
  void aKillBeforeTheCommitsThatComesWhenTheInsertHasGoneOnDidNotBite() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        FaultyProxy proxy = FaultyProxy.to(silent.getLocalPort())) {
      Runnable letGoOn = proxy::close; // as the end of its bound would
      AtomicInteger looks = new AtomicInteger();
      KillBeforeCommit worker =
          killBeforeCommit(
              proxy,
              Duration.ofSeconds(30),
              () -> {
                if (looks.incrementAndGet() == 1) {
                  return Optional.of(BEFORE);
                }
                letGoOn.run();
                return Optional.of(CHECKPOINT);
              });
      Instant begun = Instant.now();

      assertThatThrownBy(struck(proxy, worker)::get)
          .hasCauseInstanceOf(DidNotBite.class)
          .hasMessageContaining("no insert of events stood at the proxy any more");
      assertThat(sleeper.isAlive()).isFalse();
      assertThat(worker.struckAt())
          .as("it was a kill all the same")
          .hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(begun));
    }
  }

  @Test
  void aKillBeforeTheCommitsHitsWhoeverIsAtWorkWhenTheInsertStands() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        FaultyProxy proxy = FaultyProxy.to(silent.getLocalPort());
        Sleeper other = new Sleeper(temp.resolve("other"))) {
      AtomicInteger looks = new AtomicInteger();
      AtomicInteger finds = new AtomicInteger();
      KillBeforeCommit worker =
          new KillBeforeCommit(
              () -> finds.incrementAndGet() == 1 ? sleeper : other,
              proxy,
              () -> Optional.of(looks.incrementAndGet() < 5 ? BEFORE : CHECKPOINT),
              Duration.ofSeconds(30));

      assertThat(struck(proxy, worker).get()).contains("killed after checkpoint 7");
      assertThat(other.isAlive()).as("it has taken over").isFalse();
      assertThat(sleeper.isAlive()).as("it stands by").isTrue();
      worker.heal();

      assertThat(other.isAlive()).isTrue();
    }
  }

  private KillBeforeCommit killBeforeCommit(
      FaultyProxy proxy, Duration patience, Await.Look<CompletedCheckpoint> newest) {
    return new KillBeforeCommit(Victim.of(sleeper), proxy, newest, patience);
  }

  /** Sends inserts until the fault is done. */
  private static Future<String> struck(FaultyProxy proxy, KillBeforeCommit worker)
      throws IOException {
    FutureTask<String> struck = new FutureTask<>(worker::strike);
    new Thread(struck, "strike").start();
    List<Socket> senders = new ArrayList<>();
    try {
      Awaitility.await("the end of the fault")
          .atMost(LIMIT)
          .ignoreExceptionsInstanceOf(IOException.class) // a fault may close the proxy and go on
          .until(
              () -> {
                if (!struck.isDone()) {
                  Socket sender = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                  senders.add(sender);
                  sender.getOutputStream().write(INSERT.getBytes(StandardCharsets.UTF_8));
                }
                return struck.isDone();
              });
      return struck;
    } finally {
      for (Socket sender : senders) {
        sender.close();
      }
    }
  }
}
