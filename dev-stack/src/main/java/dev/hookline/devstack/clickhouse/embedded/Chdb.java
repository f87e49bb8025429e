package dev.hookline.devstack.clickhouse.embedded;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.file.Path;
import java.util.Map;

/**
 * The functions of chdb.h that are used, mapped directly. Lengths are {@code size_t}; the library
 * is for 64 bits only, so they are longs.
 */
final class Chdb {
  private Chdb() {}

  /**
   * Loads the library and takes its signal handlers away. They would replace the JVM's, which hangs
   * at its next NullPointerException or stack overflow, so this comes before any connection.
   */
  static void load(Path library) {
    Map<String, Object> options = Map.of(Library.OPTION_STRING_ENCODING, "UTF-8");
    Native.register(Chdb.class, NativeLibrary.getInstance(library.toString(), options));
    chdb_set_signal_handlers_enabled(0);
  }

  static native void chdb_set_signal_handlers_enabled(int enabled);

  /** Answers a pointer to the connection; {@code chdb_close_conn} takes that same pointer. */
  static native Pointer chdb_connect(int argc, Pointer argv);

  static native void chdb_close_conn(Pointer connectionPointer);

  static native Pointer chdb_query_with_params_n(
      Pointer connection,
      byte[] query,
      long queryLength,
      byte[] format,
      long formatLength,
      Pointer names,
      long[] nameLengths,
      Pointer values,
      long[] valueLengths,
      long count);

  static native Pointer chdb_query_n(
      Pointer connection, byte[] query, long queryLength, byte[] format, long formatLength);

  /**
   * Fills {@code analysis}: struct_size (set by the caller), statement_count, flags, query_class.
   */
  static native int chdb_classify_query_n(
      Pointer connection,
      byte[] query,
      long queryLength,
      Pointer database,
      long databaseLength,
      Pointer analysis);

  static native Pointer chdb_stream_insert_n(
      Pointer connection, byte[] query, long queryLength, byte[] format, long formatLength);

  /** 0 when the piece was taken; the bytes are copied. */
  static native int chdb_stream_append(Pointer stream, byte[] data, long length);

  static native Pointer chdb_stream_done(Pointer stream);

  static native void chdb_stream_cancel_insert(Pointer stream);

  static native Pointer chdb_stream_insert_error(Pointer stream);

  static native void chdb_destroy_insert_stream(Pointer stream);

  static native void chdb_destroy_query_result(Pointer result);

  static native Pointer chdb_result_buffer(Pointer result);

  static native long chdb_result_length(Pointer result);

  static native double chdb_result_elapsed(Pointer result);

  static native long chdb_result_rows_read(Pointer result);

  static native long chdb_result_storage_rows_read(Pointer result);

  static native long chdb_result_storage_bytes_read(Pointer result);

  static native long chdb_result_rows_written(Pointer result);

  static native long chdb_result_bytes_written(Pointer result);

  static native Pointer chdb_result_error(Pointer result);

  static native int chdb_shutdown();
}
