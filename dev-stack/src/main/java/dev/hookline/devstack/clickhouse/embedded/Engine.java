package dev.hookline.devstack.clickhouse.embedded;

import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.nio.file.Path;

/**
 * The engine on one data folder. A root connection is held open as long as this object is, since
 * the engine stops with its last connection. One process per data folder: a second gets code 76.
 */
final class Engine implements AutoCloseable {
  private final Path data;
  private final EngineSession root;
  private final String version;
  private final String timezone;

  private Engine(Path data) throws EngineException {
    this.data = data;
    this.root = connect();
    this.version = root.run("SELECT version()", "TabSeparatedRaw").text().strip();
    this.timezone = root.run("SELECT timezone()", "TabSeparatedRaw").text().strip();
  }

  /** Loads the library and opens the data folder, which is created when missing. */
  static Engine open(Path library, Path data) throws EngineException {
    Chdb.load(library);
    return new Engine(data);
  }

  /** A connection of its own, about 0.4 ms: on one connection a second query ends the first. */
  EngineSession connect() throws EngineException {
    String[] arguments = {"clickhouse", "--path=" + data};
    Pointer holder = Chdb.chdb_connect(arguments.length, new StringArray(arguments, "UTF-8"));
    Pointer connection = holder == null ? null : holder.getPointer(0);
    if (connection == null) {
      throw EngineException.of(
          "Code: 76. DB::Exception: The engine does not open "
              + data
              + ": is another process using it? (CANNOT_OPEN_FILE)");
    }
    return new EngineSession(holder, connection);
  }

  String version() {
    return version;
  }

  String timezone() {
    return timezone;
  }

  @Override
  public void close() {
    root.close();
    Chdb.chdb_shutdown(); // may answer 1 although all is well
  }
}
