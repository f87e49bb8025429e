package dev.hookline.devstack.clickhouse.embedded;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * What a statement answered.
 *
 * @param body what it printed; empty for one whose rows went to a file
 * @param readRows rows read from storage
 * @param readBytes bytes read from storage
 * @param writtenRows rows written, those of views included; rows dropped as duplicates count too
 * @param writtenBytes bytes written
 * @param resultRows rows of the result
 * @param elapsedNanos time in the engine
 */
record EngineResult(
    byte[] body,
    long readRows,
    long readBytes,
    long writtenRows,
    long writtenBytes,
    long resultRows,
    long elapsedNanos) {
  private static final int MAX_BODY = 8 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Takes over the native result and destroys it. */
  static EngineResult take(Pointer result) throws EngineException {
    if (result == null) {
      throw EngineException.of("the engine gave no result");
    }
    try {
      Pointer error = Chdb.chdb_result_error(result);
      if (error != null) {
        throw EngineException.of(error.getString(0, "UTF-8"));
      }
      long length = Chdb.chdb_result_length(result);
      if (length > MAX_BODY) {
        throw EngineException.notImplemented(
            "A result of " + length + " bytes in memory is over the limit of " + MAX_BODY);
      }
      byte[] body =
          length == 0 ? new byte[0] : Chdb.chdb_result_buffer(result).getByteArray(0, (int) length);
      return new EngineResult(
          body,
          Chdb.chdb_result_storage_rows_read(result),
          Chdb.chdb_result_storage_bytes_read(result),
          Chdb.chdb_result_rows_written(result),
          Chdb.chdb_result_bytes_written(result),
          Chdb.chdb_result_rows_read(result),
          (long) (Chdb.chdb_result_elapsed(result) * NANOS_PER_SECOND));
    } finally {
      Chdb.chdb_destroy_query_result(result);
    }
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The JSON of the header {@code X-ClickHouse-Summary}. */
  String summary(long resultBytes) {
    return String.format(
        "{\"read_rows\":\"%d\",\"read_bytes\":\"%d\",\"written_rows\":\"%d\",\"written_bytes\":\"%d\","
            + "\"total_rows_to_read\":\"0\",\"result_rows\":\"%d\",\"result_bytes\":\"%d\","
            + "\"elapsed_ns\":\"%d\"}",
        readRows,
        readBytes,
        writtenRows,
        writtenBytes,
        writtenRows > 0 ? writtenRows : resultRows,
        writtenRows > 0 ? writtenBytes : resultBytes,
        elapsedNanos);
  }
}
