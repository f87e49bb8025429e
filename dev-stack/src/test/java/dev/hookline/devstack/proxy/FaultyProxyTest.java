package dev.hookline.devstack.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each fault does what it says to the request that it is meant for, and to no other. */
class FaultyProxyTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Whole bodies that the server got, by size. */
  private final List<Integer> received = new CopyOnWriteArrayList<>();

  /** One client a request would hide what happens to a connection that is kept. */
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** What the server answers. */
  private volatile int status = 200;

  private HttpServer server;
  private FaultyProxy proxy;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.add(body.length);
          exchange.sendResponseHeaders(status, 2);
          exchange.getResponseBody().write(new byte[] {'o', 'k'});
          exchange.close();
        });
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "test-server");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
    proxy = FaultyProxy.to(server.getAddress().getPort());
  }

  @AfterEach
  void close() {
    proxy.close();
    server.stop(0);
  }

  @Test
  void passesEverythingUntilItIsToldOtherwise() throws Exception {
    assertThat(post("/a", 100_000)).isEqualTo("ok");
    assertThat(post("/b", 0)).isEqualTo("ok");
    assertThat(received).containsExactly(100_000, 0);
  }

  @Test
  void cutsConnectionsAndRefusesNewOnesUntilItPassesAgain() throws Exception {
    post("/a", 1);
    proxy.cut();

    assertThatThrownBy(() -> post("/b", 1)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> post("/c", 1)).isInstanceOf(IOException.class);

    proxy.pass();
    assertThat(post("/d", 1)).isEqualTo("ok");
    assertThat(received).hasSize(2);
  }

  @Test
  void cutsTheOneRequestInTheMiddleOfItsBody() throws Exception {
    OneTimeFault fault = proxy.cutBodyAfter("/victim", 50_000);
    post("/other", 100_000);
    assertThat(fault.bit()).as("another request is spared").isFalse();

    assertThatThrownBy(() -> post("/victim", 200_000)).isInstanceOf(IOException.class);

    assertThat(fault.bit()).isTrue();
    assertThat(received).as("the server never had the whole body").containsExactly(100_000);
    assertThat(post("/victim", 200_000)).as("once is once").isEqualTo("ok");
  }

  @Test
  void aShorterBodyPassesAndTheFaultWaitsForALongerOne() throws Exception {
    OneTimeFault fault = proxy.cutBodyAfter("/victim", 50_000);

    assertThat(post("/victim", 10)).isEqualTo("ok");
    assertThat(fault.bit()).isFalse();
    assertThatThrownBy(() -> post("/victim", 50_001)).isInstanceOf(IOException.class);
    assertThat(fault.bit()).isTrue();
  }

  @Test
  void losesTheAnswerOfARequestThatTheServerHasDone() throws Exception {
    OneTimeFault fault = proxy.swallowAnswer("/victim");
    post("/other", 10);

    assertThatThrownBy(() -> post("/victim", 77)).isInstanceOf(IOException.class);

    assertThat(fault.bit()).isTrue();
    assertThat(received).containsExactly(10, 77);
    assertThat(post("/victim", 78)).isEqualTo("ok");
  }

  @Test
  void anAnswerThatSaysThatNothingWasDoneIsNotTheOneToLose() throws Exception {
    OneTimeFault fault = proxy.swallowAnswer("/victim");
    status = 500;
    assertThat(post("/victim", 10)).isEqualTo("ok");
    assertThat(fault.bit()).isFalse();

    status = 200;
    assertThatThrownBy(() -> post("/victim", 77)).isInstanceOf(IOException.class);
    assertThat(fault.bit()).isTrue();
  }

  @Test
  void aFaultThatWasDisarmedHarmsNoLaterRequest() throws Exception {
    OneTimeFault swallowing = proxy.swallowAnswer("/victim");
    OneTimeFault cutting = proxy.cutBodyAfter("/victim", 5);

    swallowing.disarm();
    cutting.disarm();

    assertThat(post("/victim", 77)).isEqualTo("ok");
    assertThat(swallowing.bit()).isFalse();
    assertThat(cutting.bit()).isFalse();
  }

  @Test
  void countsAnswersThatSayOneThingUntilItIsToldToStop() throws Exception {
    AnswerWatch failed = proxy.watch("/victim", "http/1.1 500");
    post("/victim", 1);
    assertThat(failed.seen()).isZero();

    status = 500;
    post("/other", 1);
    post("/victim", 1);
    assertThat(failed.seen()).isEqualTo(1);

    failed.close();
    post("/victim", 1);
    assertThat(failed.seen()).isEqualTo(1);
  }

  @Test
  void slowsDownEveryPieceAndIsQuickAgain() throws Exception {
    proxy.delay(Duration.ofMillis(150));
    long begun = System.nanoTime();

    assertThat(post("/a", 10)).isEqualTo("ok");

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("request and answer wait")
        .isGreaterThanOrEqualTo(Duration.ofMillis(300));
    proxy.pass();
    assertThat(post("/b", 10)).isEqualTo("ok");
    assertThatThrownBy(() -> proxy.delay(Duration.ofMinutes(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to 60 s");
  }

  @Test
  void holdsARequestBackUntilItIsReleasedAndNoOther() throws Exception {
    RequestHold hold = proxy.hold("/victim");
    CompletableFuture<String> held =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return post("/victim", 10);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    await("the request at the proxy").atMost(LIMIT).until(() -> hold.held() == 1);

    assertThat(post("/other", 20)).isEqualTo("ok");
    assertThat(received).as("nothing of it has reached the server").containsExactly(20);

    hold.release();
    assertThat(held.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("ok");
    assertThat(post("/victim", 30)).as("nothing is held any more").isEqualTo("ok");
    assertThat(hold.held()).isEqualTo(1);
  }

  @Test
  void aRequestStandsAtTheProxyUntilItGoesOnAndDoesNotCountOnceItIsTooOld() throws Exception {
    RequestHold hold = proxy.hold("/victim");
    try (Socket waiting = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      waiting
          .getOutputStream()
          .write("POST /victim HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
      await("the request at the proxy").atMost(LIMIT).until(() -> hold.standing(LIMIT) == 1);
      await("its age")
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(hold.standing(Duration.ofMillis(1))).isZero());

      hold.release();

      await("it to go on").atMost(LIMIT).until(() -> hold.standing(LIMIT) == 0);
      assertThat(hold.held()).as("it was held all the same").isEqualTo(1);
    }
  }

  @Test
  void aHeldRequestReachesTheServerAlthoughItsClientIsGoneAndTheNextPasses() throws Exception {
    RequestHold hold = proxy.holdOne("/victim");
    try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      gone.getOutputStream()
          .write(
              "POST /victim HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc".getBytes(UTF_8));
      await("the request at the proxy").atMost(LIMIT).until(() -> hold.held() == 1);
    }
    assertThat(post("/victim", 11)).as("one is held, and no more").isEqualTo("ok");
    assertThat(received).as("what the server has seen").containsExactly(11);
    assertThat(hold.answered()).isFalse();

    hold.release();

    await("its answer").atMost(LIMIT).until(hold::answered);
    assertThat(received).containsExactly(11, 3);
  }

  @Test
  void countsWhatItCutAndWhatItSlowedDown() throws Exception {
    post("/a", 1);
    assertThat(proxy.connectionsCut()).isZero();
    assertThat(proxy.piecesDelayed()).isZero();

    proxy.cut();
    assertThat(proxy.connectionsCut()).as("the one that was open").isEqualTo(1);
    assertThatThrownBy(() -> post("/b", 1)).isInstanceOf(IOException.class);
    assertThat(proxy.connectionsCut()).isGreaterThan(1);

    proxy.delay(Duration.ofMillis(1));
    assertThat(post("/c", 1)).isEqualTo("ok");
    assertThat(proxy.piecesDelayed()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void closesConnectionsBeyondItsBound() throws Exception {
    try (FaultyProxy narrow = FaultyProxy.to(server.getAddress().getPort(), 1);
        Socket first = new Socket(InetAddress.getLoopbackAddress(), narrow.port());
        Socket second = new Socket(InetAddress.getLoopbackAddress(), narrow.port())) {
      second.setSoTimeout((int) LIMIT.toMillis());

      assertThat(second.getInputStream().read()).as("the end of the second").isEqualTo(-1);
      assertThat(first.isClosed()).isFalse();
      assertThat(narrow.connectionsCut()).as("a bound is no fault").isZero();
    }
  }

  @Test
  void closesTheClientWhereThePartIsAway() throws Exception {
    server.stop(0);

    assertThatThrownBy(() -> post("/a", 10)).isInstanceOf(IOException.class);
  }

  private String post(String path, int bytes) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(proxy.httpUrl() + path))
            .timeout(LIMIT)
            .POST(BodyPublishers.ofByteArray(new byte[bytes]))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
