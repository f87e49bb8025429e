package dev.hookline.sink.clickhouse.internal.client;

import com.clickhouse.client.api.ClientMisconfigurationException;
import com.clickhouse.client.api.ServerException;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

/**
 * Sorts what the client throws, by its type and the server's code, never by a message. This is the
 * one place where it is done. Codes are those of ClickHouse's {@code ErrorCodes.cpp}.
 */
final class FailureClassifier {
  /** Nothing was written, and a later attempt may succeed. */
  private static final Set<Integer> RETRYABLE =
      Set.of(
          107, // FILE_DOESNT_EXIST: a part that a merge took away
          164, // READONLY
          202, // TOO_MANY_SIMULTANEOUS_QUERIES
          203, // NO_FREE_CONNECTION
          216, // QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING
          241, // MEMORY_LIMIT_EXCEEDED
          242, // TABLE_IS_READ_ONLY
          243, // NOT_ENOUGH_SPACE
          252, // TOO_MANY_PARTS
          285, // TOO_FEW_LIVE_REPLICAS
          425); // SYSTEM_ERROR

  /** Worth another attempt, which must not be taken for the first. */
  private static final Set<Integer> UNKNOWN =
      Set.of(
          3, // UNEXPECTED_END_OF_FILE: the body was cut
          159, // TIMEOUT_EXCEEDED
          209, // SOCKET_TIMEOUT
          210, // NETWORK_ERROR
          236, // ABORTED
          319, // UNKNOWN_STATUS_OF_INSERT
          999); // KEEPER_EXCEPTION

  private static final Set<Integer> REFUSED_DATA =
      Set.of(
          6, // CANNOT_PARSE_TEXT
          26, // CANNOT_PARSE_QUOTED_STRING
          27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
          33, // CANNOT_READ_ALL_DATA
          38, // CANNOT_PARSE_DATE
          41, // CANNOT_PARSE_DATETIME
          53, // TYPE_MISMATCH
          69, // ARGUMENT_OUT_OF_BOUND
          70, // CANNOT_CONVERT_TYPE
          72, // CANNOT_PARSE_NUMBER
          117, // INCORRECT_DATA
          131, // TOO_LARGE_STRING_SIZE
          349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
          395, // FUNCTION_THROW_IF_VALUE_IS_NON_ZERO: a constraint or a view that refuses
          469, // VIOLATED_CONSTRAINT
          691); // UNKNOWN_ELEMENT_OF_ENUM

  private static final Set<Integer> MISCONFIGURED =
      Set.of(
          8, // THERE_IS_NO_COLUMN
          10, // NOT_FOUND_COLUMN_IN_BLOCK
          16, // NO_SUCH_COLUMN_IN_TABLE
          36, // BAD_ARGUMENTS
          44, // ILLEGAL_COLUMN
          47, // UNKNOWN_IDENTIFIER
          48, // NOT_IMPLEMENTED
          50, // UNKNOWN_TYPE
          60, // UNKNOWN_TABLE
          62, // SYNTAX_ERROR
          73, // UNKNOWN_FORMAT
          81, // UNKNOWN_DATABASE
          115, // UNKNOWN_SETTING
          192, // UNKNOWN_USER
          193, // WRONG_PASSWORD
          194, // REQUIRED_PASSWORD
          195, // IP_ADDRESS_NOT_ALLOWED
          452, // SETTING_CONSTRAINT_VIOLATION
          497, // ACCESS_DENIED
          516); // AUTHENTICATION_FAILED

  private static final Map<Integer, FailureKind> BY_CODE = byCode();

  private FailureClassifier() {}

  /** The failure that {@code thrown}, or what it was caused by, stands for. */
  static Failed classify(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ServerException server) {
        return new Failed(ofServer(server), server.getCode(), cause);
      }
      if (cause instanceof ClientMisconfigurationException
          || cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException) {
        // Settings that cannot be, or a server that is not the one whom the sink was told to trust.
        return new Failed(FailureKind.MISCONFIGURED, 0, cause);
      }
      if (cause instanceof ConnectException
          || cause instanceof ConnectTimeoutException
          || cause instanceof ConnectionRequestTimeoutException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        // No connection, so no byte of the block has left.
        return new Failed(FailureKind.RETRYABLE, 0, thrown);
      }
    }
    return new Failed(FailureKind.OUTCOME_UNKNOWN, 0, thrown);
  }

  private static FailureKind ofServer(ServerException server) {
    if (server.getCode() == ServerException.CODE_UNKNOWN) {
      return switch (server.getTransportProtocolCode()) {
        case 400, 401, 403, 404 -> FailureKind.MISCONFIGURED;
        default -> FailureKind.OUTCOME_UNKNOWN;
      };
    }
    // A code that is not listed may come from the middle of a write.
    return BY_CODE.getOrDefault(server.getCode(), FailureKind.OUTCOME_UNKNOWN);
  }

  private static Map<Integer, FailureKind> byCode() {
    Map<Integer, FailureKind> kinds = new TreeMap<>();
    RETRYABLE.forEach(code -> kinds.put(code, FailureKind.RETRYABLE));
    UNKNOWN.forEach(code -> kinds.put(code, FailureKind.OUTCOME_UNKNOWN));
    REFUSED_DATA.forEach(code -> kinds.put(code, FailureKind.REFUSED_DATA));
    MISCONFIGURED.forEach(code -> kinds.put(code, FailureKind.MISCONFIGURED));
    return Map.copyOf(kinds);
  }
}
