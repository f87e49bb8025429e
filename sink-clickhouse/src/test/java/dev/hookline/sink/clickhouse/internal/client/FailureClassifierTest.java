package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.ClientMisconfigurationException;
import com.clickhouse.client.api.ConnectionInitiationException;
import com.clickhouse.client.api.DataTransferException;
import com.clickhouse.client.api.ServerException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureClassifierTest {

  @ParameterizedTest
  @ValueSource(
      ints = {3, 107, 159, 164, 202, 203, 209, 210, 236, 241, 242, 252, 285, 319, 425, 999})
  void sendsAgainWhatALaterAttemptMayBring(int code) {
    assertThat(kind(server(code, 500)).sentAgain()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 27, 33, 38, 41, 60, 62, 72, 81, 117, 497})
  void neverSendsAgainWhatNoAttemptBrings(int code) {
    assertThat(kind(server(code, 500)).sentAgain()).isFalse();
  }

  @Test
  void tellsDataFromConfiguration() {
    assertThat(kind(server(117, 400))).isEqualTo(FailureKind.REFUSED_DATA);
    assertThat(kind(server(60, 404))).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(kind(server(516, 403))).isEqualTo(FailureKind.MISCONFIGURED);
    assertThat(kind(new ClientMisconfigurationException("no")))
        .isEqualTo(FailureKind.MISCONFIGURED);
  }

  @Test
  void takesACodeThatItDoesNotKnowForAnUnknownOutcome() {
    assertThat(kind(server(4711, 500))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kind(server(0, 500))).isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kind(server(0, 404))).isEqualTo(FailureKind.MISCONFIGURED);
  }

  @Test
  void knowsThatNothingLeftWithoutAConnection() {
    assertThat(kind(new ConnectionInitiationException("x", new ConnectException("refused"))))
        .isEqualTo(FailureKind.RETRYABLE);
    assertThat(kind(new ConnectionInitiationException("x", new UnknownHostException("h"))))
        .isEqualTo(FailureKind.RETRYABLE);
  }

  /** The client files a missing answer under connections that were not made; it is none. */
  @Test
  void takesAMissingAnswerForAnUnknownOutcome() {
    assertThat(kind(new ConnectionInitiationException("x", new NoHttpResponseException("gone"))))
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kind(new DataTransferException("x", new SocketTimeoutException("silence"))))
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    assertThat(kind(new ClickHouseException("x", new IOException("reset"))))
        .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
  }

  @Test
  void findsTheServersCodeBehindOtherExceptions() {
    assertThat(FailureClassifier.classify(new IllegalStateException(server(252, 500))).code())
        .isEqualTo(252);
  }

  private static FailureKind kind(Throwable thrown) {
    return FailureClassifier.classify(thrown).kind();
  }

  private static ServerException server(int code, int status) {
    return new ServerException(code, "text that decides nothing", status, "id");
  }
}
