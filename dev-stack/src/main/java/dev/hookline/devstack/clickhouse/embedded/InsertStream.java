package dev.hookline.devstack.clickhouse.embedded;

import com.sun.jna.Pointer;
import java.util.Arrays;

/**
 * An INSERT that takes its rows in pieces. The rows never pass through the SQL parser: there,
 * inline data ends at an empty line and what follows would run as a statement. Unless {@link
 * #finish} has returned, closing aborts.
 */
final class InsertStream implements AutoCloseable {
  private final Pointer stream;

  private InsertStream(Pointer stream) {
    this.stream = stream;
  }

  static InsertStream of(Pointer stream) throws EngineException {
    if (stream == null) {
      throw EngineException.of("the engine gave no insert stream");
    }
    InsertStream opened = new InsertStream(stream);
    String error = opened.error();
    if (error != null) {
      opened.close();
      throw EngineException.of(error);
    }
    return opened;
  }

  void append(byte[] bytes, int length) throws EngineException {
    byte[] piece = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    if (Chdb.chdb_stream_append(stream, piece, length) != 0) {
      String error = error();
      throw EngineException.of(error == null ? "the insert stream takes no more data" : error);
    }
  }

  /** Ends the body and writes it. */
  EngineResult finish() throws EngineException {
    return EngineResult.take(Chdb.chdb_stream_done(stream));
  }

  /** Aborts what is not finished and frees the stream. */
  @Override
  public void close() {
    Chdb.chdb_stream_cancel_insert(stream);
    Chdb.chdb_destroy_insert_stream(stream);
  }

  private String error() {
    Pointer error = Chdb.chdb_stream_insert_error(stream);
    return error == null ? null : error.getString(0, "UTF-8");
  }
}
