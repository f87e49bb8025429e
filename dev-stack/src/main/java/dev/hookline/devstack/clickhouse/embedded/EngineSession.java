package dev.hookline.devstack.clickhouse.embedded;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One connection to the engine, used for one request by one thread: after a failed statement parts
 * of its result stay in the connection and would come out with the next one.
 */
final class EngineSession implements AutoCloseable {
  private static final Pattern SETTING_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
  private static final int ANALYSIS_BYTES = 16;

  private final Pointer holder;
  private final Pointer connection;

  EngineSession(Pointer holder, Pointer connection) {
    this.holder = holder;
    this.connection = connection;
  }

  /**
   * How many statements a text holds and whether it only reads; 0 statements: it does not parse.
   */
  record Analysis(int statements, boolean readsOnly) {}

  Analysis analyse(byte[] statement) {
    try (Memory analysis = new Memory(ANALYSIS_BYTES)) {
      analysis.clear();
      analysis.setInt(0, ANALYSIS_BYTES);
      int state =
          Chdb.chdb_classify_query_n(connection, statement, statement.length, null, 0, analysis);
      if (state != 0) {
        throw new IllegalStateException("chdb_classify_query_n answered " + state);
      }
      int statements = analysis.getInt(4);
      return new Analysis(statements, statements == 1 && analysis.getInt(12) == 0);
    }
  }

  void use(String database) throws EngineException {
    run("USE `" + database.replace("\\", "\\\\").replace("`", "\\`") + "`", "TabSeparated");
  }

  /**
   * Sets settings for this connection; later ones see the earlier, so {@code readonly} goes last.
   */
  void set(Map<String, String> settings) throws EngineException {
    if (settings.isEmpty()) {
      return;
    }
    for (String name : settings.keySet()) {
      if (!SETTING_NAME.matcher(name).matches()) {
        throw new EngineException(
            EngineException.UNKNOWN_SETTING,
            "UNKNOWN_SETTING",
            "Setting " + name + " is neither a builtin setting nor a parameter of this interface");
      }
    }
    String list =
        settings.entrySet().stream()
            .map(e -> e.getKey() + " = " + quoted(e.getValue()))
            .collect(Collectors.joining(", "));
    run("SET " + list, "TabSeparated");
  }

  EngineResult run(String statement, String format) throws EngineException {
    return run(statement.getBytes(StandardCharsets.UTF_8), format, Map.of());
  }

  /**
   * Runs one statement.
   *
   * @param parameters values of {@code {name:Type}} in their TabSeparated form
   */
  EngineResult run(byte[] statement, String format, Map<String, String> parameters)
      throws EngineException {
    byte[] formatBytes = format.getBytes(StandardCharsets.UTF_8);
    if (parameters.isEmpty()) {
      return EngineResult.take(
          Chdb.chdb_query_n(
              connection, statement, statement.length, formatBytes, formatBytes.length));
    }
    NativeStrings names = new NativeStrings(List.copyOf(parameters.keySet()));
    NativeStrings values = new NativeStrings(List.copyOf(parameters.values()));
    try {
      return EngineResult.take(
          Chdb.chdb_query_with_params_n(
              connection,
              statement,
              statement.length,
              formatBytes,
              formatBytes.length,
              names.pointers,
              names.lengths,
              values.pointers,
              values.lengths,
              parameters.size()));
    } finally {
      Reference.reachabilityFence(names);
      Reference.reachabilityFence(values);
    }
  }

  /** Opens an INSERT whose rows follow in pieces; the statement has no FORMAT clause. */
  InsertStream insert(byte[] statement, String format) throws EngineException {
    byte[] formatBytes = format.getBytes(StandardCharsets.UTF_8);
    return InsertStream.of(
        Chdb.chdb_stream_insert_n(
            connection, statement, statement.length, formatBytes, formatBytes.length));
  }

  @Override
  public void close() {
    Chdb.chdb_close_conn(holder);
  }

  static String quoted(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** Strings in native memory, with the arrays of pointers and lengths that C functions take. */
  private static final class NativeStrings {
    private final List<Memory> blocks = new ArrayList<>();
    private final Memory pointers;
    private final long[] lengths;

    NativeStrings(List<String> strings) {
      pointers = new Memory((long) Long.BYTES * strings.size());
      lengths = new long[strings.size()];
      for (int i = 0; i < lengths.length; i++) {
        byte[] bytes = strings.get(i).getBytes(StandardCharsets.UTF_8);
        Memory block = new Memory(bytes.length + 1L);
        block.write(0, bytes, 0, bytes.length);
        block.setByte(bytes.length, (byte) 0);
        blocks.add(block);
        pointers.setPointer((long) Long.BYTES * i, block);
        lengths[i] = bytes.length;
      }
    }
  }
}
