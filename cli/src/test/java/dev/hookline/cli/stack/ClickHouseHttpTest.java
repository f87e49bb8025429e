package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hookline.cli.CliFailure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClickHouseHttpTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          403 | Code: 516. DB::Exception: hookline_analyst: Authentication failed | 2 | does not let hookline_analyst in
          404 | Code: 60. DB::Exception: Unknown table x. (UNKNOWN_TABLE)         | 1 | Unknown table
          """)
  void aWrongPasswordDecidesNothingAndARefusedStatementDoes(
      int status, String body, int exitCode, String said) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      ClickHouseHttp client =
          new ClickHouseHttp(
              URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
              "hookline_analyst",
              "secret-word",
              "hookline");
      assertThatThrownBy(() -> client.run("SELECT 1", "TSV"))
          .isInstanceOf(CliFailure.class)
          .hasMessageContaining(said)
          .hasMessageNotContaining("secret-word")
          .extracting(failure -> ((CliFailure) failure).exitCode())
          .isEqualTo(exitCode);
    } finally {
      server.stop(0);
    }
  }
}
