package dev.hookline.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.gateway.GatewayConfig;
import dev.hookline.gateway.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisCredentials;

class RedisClientConfigTest {

  private static final Duration BUDGET = Duration.ofMillis(100);

  private static JedisClientConfig of(String url, String user, String password) {
    return RedisIdempotencyStore.clientConfig(
        new GatewayConfig.Redis(
            URI.create(url),
            BUDGET,
            Optional.ofNullable(user),
            Optional.ofNullable(password).map(Secret::new)));
  }

  @Test
  void theUrlSaysWhetherTheConnectionIsEncryptedAndWhoConnects() {
    JedisClientConfig config = of("rediss://u:p@r:6380/2", null, null);
    assertThat(config.isSsl()).isTrue();
    assertThat(config.getCredentialsProvider().get().getUser()).isEqualTo("u");
    assertThat(config.getCredentialsProvider().get().getPassword()).isEqualTo("p".toCharArray());
    assertThat(config.getDatabase()).isEqualTo(2);
    assertThat(of("redis://r:6379", null, null).isSsl()).isFalse();
  }

  @Test
  void aUserAndPasswordBesideTheUrlNeedNoEncoding() {
    RedisCredentials both =
        of("redis://r:6379", "gateway", "a@b:c/%").getCredentialsProvider().get();
    assertThat(both.getUser()).isEqualTo("gateway");
    assertThat(both.getPassword()).isEqualTo("a@b:c/%".toCharArray());
    RedisCredentials only = of("redis://r:6379", null, "only").getCredentialsProvider().get();
    assertThat(only.getUser()).isNull();
    assertThat(only.getPassword()).isEqualTo("only".toCharArray());
  }
}
