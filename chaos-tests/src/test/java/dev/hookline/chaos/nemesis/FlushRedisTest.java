package dev.hookline.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that had nothing has forgotten nothing. */
class FlushRedisTest {
  private static final String NO_KEY = ":0\r\n";
  private static final String ONE_KEY = ":1\r\n";

  @TempDir Path temp;
  private ServerSocket server;
  private Sleeper redis;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    redis = new Sleeper(temp.resolve("log"), "redis://127.0.0.1:" + server.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    redis.close();
  }

  /** Answers one connection after the other with what was written for it. */
  private FlushRedis worker(String... answers) {
    Thread thread =
        new Thread(
            () -> {
              for (String answer : List.of(answers)) {
                try (Socket client = server.accept()) {
                  client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                  client.shutdownOutput();
                  client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  return; // closed
                }
              }
            },
            "redis");
    thread.setDaemon(true);
    thread.start();
    return new FlushRedis(redis);
  }

  private static String transaction(int before, int after) {
    return "+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n*3\r\n:%d\r\n+OK\r\n:%d\r\n"
        .formatted(before, after);
  }

  @Test
  void itWaitsForAKeyAndCountsWhatTheTransactionForgot() throws Exception {
    FlushRedis worker = worker(NO_KEY, NO_KEY, ONE_KEY, transaction(3, 0));

    assertThat(worker.strike()).isEqualTo("Redis had 3 keys and none afterwards");
  }

  @Test
  void keysThatWereGoneBeforeTheFlushWereNotForgotten() {
    FlushRedis worker = worker(ONE_KEY, transaction(0, 0));

    assertThatThrownBy(worker::strike)
        .isInstanceOf(DidNotBite.class)
        .hasMessage("Redis had no key to forget");
  }

  @Test
  void keysThatAreThereAfterwardsWereNotForgotten() {
    FlushRedis worker = worker(ONE_KEY, transaction(3, 2));

    assertThatThrownBy(worker::strike)
        .isInstanceOf(IOException.class)
        .hasMessage("Redis answered [:3, +OK, :2]");
  }
}
