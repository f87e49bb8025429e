package dev.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureLineTest {

  @Test
  void severalLinesBecomeOne() {
    assertThat(FailureLine.of(new IOException("one\n  two\r\nthree"))).isEqualTo("one two three");
  }

  @Test
  void aFailureWithoutAMessageIsNamedByItsKind() {
    assertThat(FailureLine.of(new IOException())).isEqualTo("ioexception");
  }

  @Test
  void ofALogsEndTheLastLineThatSaysSomethingIsKept() {
    String message =
        """
        gateway (pid 7) ended with exit code 2 before a 200
        log: /home/logs/gateway.log
        INFO starting
        unknown key 'lissten'
        \tat a.B.c(B.java:1)
        \t... 3 more
        """;
    assertThat(FailureLine.of(new IOException(message)))
        .isEqualTo(
            "gateway (pid 7) ended with exit code 2 before a 200: unknown key 'lissten'"
                + " (log: /home/logs/gateway.log)");
  }

  @Test
  void aReasonThatThePartSaysWinsOverWhatIsLoggedAfterIt() {
    String message =
        """
        flink-jobmanager (pid 7) ended with exit code 2 before the job
        log: /home/logs/flink-jobmanager.log
        cannot start: clickhouse.urll: unknown key
        2026-01-01 ERROR WebhookAnalyticsMain - cannot start: clickhouse.urll: unknown key
        2026-01-01 INFO Stopped the BLOB server
        """;
    assertThat(FailureLine.of(new IOException(message)))
        .isEqualTo(
            "flink-jobmanager (pid 7) ended with exit code 2 before the job: cannot start:"
                + " clickhouse.urll: unknown key (log: /home/logs/flink-jobmanager.log)");
  }

  @Test
  void aVeryLongMessageIsShortened() {
    assertThat(FailureLine.of(new IOException("x".repeat(100_000)))).hasSize(600).endsWith("…");
  }
}
