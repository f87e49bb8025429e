package dev.hookline.devstack.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.CacheFolder;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.MissingPrerequisiteException;
import dev.hookline.devstack.process.Executables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

class RedisServerTest {
  @TempDir Path temp;

  @Test
  void servesAgainOnTheSamePortAndEmptyAfterAKill() {
    DataFolder folder = new DataFolder(temp);
    try (RedisServer redis = RedisServer.builder(folder).start()) {
      try (RedisClient client = RedisClient.create(redis.url())) {
        assertThat(client.set("claim", "pending")).isEqualTo("OK");
        assertThat(client.get("claim")).isEqualTo("pending");
        assertThat(client.configGet("maxmemory-policy")).containsValue("noeviction");
      }
      String url = redis.url();
      long first = redis.pid();

      redis.kill();
      assertThat(redis.isAlive()).isFalse();
      redis.restart();

      assertThat(redis.url()).isEqualTo(url);
      assertThat(redis.pid()).isNotEqualTo(first);
      assertThat(folder.pidFile("redis")).hasContent(redis.pid() + "\n");
      try (RedisClient client = RedisClient.create(redis.url())) {
        assertThat(client.get("claim")).isNull();
      }
    }
    assertThat(folder.pidFile("redis")).doesNotExist();
    assertThat(folder.log("redis")).content().contains("Ready to accept connections");
  }

  @Test
  void aPortInUseIsNamedTogetherWithItsSetting() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      RedisServer.Builder redis =
          RedisServer.builder(new DataFolder(temp)).port(port, "HOOKLINE_REDIS_PORT");
      assertThatThrownBy(redis::start)
          .isInstanceOf(DevStackException.class)
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("HOOKLINE_REDIS_PORT")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aFetchedProgramIsKeptAndNotFetchedAgain() {
    List<String> lines = new ArrayList<>();
    RedisProgram first =
        RedisProgram.find(CacheFolder.path(), lines::add, RedisServerTest::withoutRedis);
    assertThat(Files.isExecutable(first.executable())).isTrue();

    List<String> later = new ArrayList<>();
    assertThat(RedisProgram.find(CacheFolder.path(), later::add, program -> Optional.empty()))
        .isEqualTo(first);
    assertThat(later).isEmpty();
  }

  @Test
  void withoutRedisAndAptTheMessageIsOneLineWithTheWayOut() {
    assertThatThrownBy(() -> RedisProgram.find(temp, line -> {}, program -> Optional.empty()))
        .isInstanceOf(MissingPrerequisiteException.class)
        .hasMessageContaining("no apt-get")
        .hasMessageContaining("install Redis 7")
        .hasMessageNotContaining("\n");
  }

  private static Optional<Path> withoutRedis(String program) {
    return program.equals("redis-server") ? Optional.empty() : Executables.find(program);
  }
}
