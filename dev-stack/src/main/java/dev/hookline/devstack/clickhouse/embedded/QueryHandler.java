package dev.hookline.devstack.clickhouse.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * One request of ClickHouse's HTTP interface: credentials, a connection of its own, settings, one
 * statement, answer.
 */
final class QueryHandler implements HttpHandler {
  /** Queries that run at a time; more wait, but not for ever. */
  static final int MAX_QUERIES = 16;

  private static final Duration QUEUE_LIMIT = Duration.ofSeconds(30);
  private static final int PIECE_BYTES = 256 * 1024;
  private static final String DEFAULT_FORMAT = "TabSeparated";

  /** What holds unless the request says otherwise; it keeps one query from taking the machine. */
  private static final Map<String, String> DEFAULT_SETTINGS =
      Map.of(
          "max_execution_time", "600",
          "max_memory_usage", "1500000000",
          "max_result_bytes", "4000000000");

  private final Engine engine;
  private final Accounts accounts;
  private final Path results;
  private final Semaphore running = new Semaphore(MAX_QUERIES, true);

  /**
   * Serves the engine.
   *
   * @param results the folder for results on their way to a client
   */
  QueryHandler(Engine engine, Accounts accounts, Path results) {
    this.engine = engine;
    this.accounts = accounts;
    this.results = results;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = new Answer(exchange);
      try {
        serve(exchange, answer);
      } catch (EngineException e) {
        answer.error(e, engine.version());
      } catch (OneStatementRows.SecondStatementException e) {
        answer.error(multiStatement(), engine.version());
      } catch (IOException e) {
        // Taking the rest of the body fails again when the connection was cut: then nobody listens.
        EmbeddedClickHouseMain.say("A request's body or answer was cut: " + e);
        answer.error(cannotRead(e), engine.version());
      } catch (RuntimeException e) {
        EmbeddedClickHouseMain.say("A request failed unexpectedly", e);
        answer.error(EngineException.of("Unexpected failure: " + e), engine.version());
      }
    }
  }

  private void serve(HttpExchange exchange, Answer answer) throws IOException, EngineException {
    RequestParameters parameters = RequestParameters.of(exchange);
    answer.describe(parameters.queryId(), engine.timezone());
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/ping") || (path.equals("/") && isBare(exchange, parameters))) {
      exchange
          .getResponseHeaders()
          .set("X-Process-Id", Long.toString(ProcessHandle.current().pid()));
      answer.plain("Ok.\n");
      return;
    }
    if (!path.equals("/")) {
      throw new EngineException(47, "UNKNOWN_IDENTIFIER", "There is no handle " + path);
    }
    Accounts.Account account = parameters.authenticate(accounts);
    acquire();
    try {
      query(exchange, answer, parameters, account);
    } finally {
      running.release();
    }
  }

  private void query(
      HttpExchange exchange, Answer answer, RequestParameters parameters, Accounts.Account account)
      throws IOException, EngineException {
    // A GET only reads, as with a server: a link must not change anything.
    String readOnly =
        account.readOnly() ? "1" : exchange.getRequestMethod().equals("GET") ? "2" : "";
    RequestBody body = RequestBody.of(exchange.getRequestBody(), parameters);
    StatementSource source = StatementSource.read(parameters, body.plain());
    try (EngineSession session = engine.connect()) {
      if (parameters.database().isPresent()) {
        session.use(parameters.database().get());
      }
      Map<String, String> settings = new LinkedHashMap<>(DEFAULT_SETTINGS);
      settings.putAll(parameters.settings());
      if (source.hasRows()) {
        // An insert stream takes no parameters beside it; those of the connection reach it.
        parameters.statementParameters().forEach((k, v) -> settings.put("param_" + k, v));
      }
      applySettings(session, settings, readOnly);
      if (source.hasRows()) {
        answer.done(insert(session, source, body));
        return;
      }
      EngineSession.Analysis analysis = session.analyse(source.statement());
      if (analysis.statements() > 1) {
        throw multiStatement();
      }
      ReadShape shape = ReadShape.of(source.statement());
      if (shape.intoOutfile()) {
        throw EngineException.notImplemented("INTO OUTFILE is not allowed");
      }
      if (analysis.readsOnly()) {
        read(session, shape, parameters, answer);
      } else if (!readOnly.isEmpty() && analysis.statements() == 1) {
        // The engine leaves KILL and SYSTEM to a server's grants, which are not here.
        throw new EngineException(
            EngineException.READONLY, "READONLY", "Cannot execute query in readonly mode.");
      } else {
        answer.done(
            session.run(source.statement(), DEFAULT_FORMAT, parameters.statementParameters()));
      }
    }
  }

  private void applySettings(EngineSession session, Map<String, String> settings, String readOnly)
      throws EngineException {
    String asked = settings.remove("readonly");
    session.set(settings);
    if (!readOnly.isEmpty()) {
      session.set(Map.of("readonly", readOnly));
    } else if (asked != null) {
      session.set(Map.of("readonly", asked));
    }
  }

  private EngineResult insert(EngineSession session, StatementSource source, RequestBody body)
      throws IOException, EngineException {
    try (InsertStream stream = session.insert(source.statement(), source.rowFormat())) {
      byte[] piece = new byte[PIECE_BYTES];
      // A read that fails leaves this method, and closing aborts: a cut body is never finished.
      for (int n = source.rows().readNBytes(piece, 0, PIECE_BYTES);
          n > 0;
          n = source.rows().readNBytes(piece, 0, PIECE_BYTES)) {
        stream.append(piece, n);
      }
      body.requireEnd();
      return stream.finish();
    }
  }

  private void read(
      EngineSession session, ReadShape shape, RequestParameters parameters, Answer answer)
      throws IOException, EngineException {
    String defaultFormat = parameters.defaultFormat().orElse(DEFAULT_FORMAT);
    String format = shape.format() == null ? defaultFormat : shape.format();
    try (ResultFile file = ResultFile.in(results)) {
      EngineResult result =
          session.run(
              shape.intoFile(file.path(), defaultFormat),
              DEFAULT_FORMAT,
              parameters.statementParameters());
      answer.result(result, file, format, parameters);
    }
  }

  /** Waits until no request runs; false when the limit passes before. */
  boolean awaitIdle(Duration limit) {
    try {
      return running.tryAcquire(MAX_QUERIES, limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void acquire() throws EngineException {
    try {
      if (running.tryAcquire(QUEUE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new EngineException(
        EngineException.TOO_MANY_SIMULTANEOUS_QUERIES,
        "TOO_MANY_SIMULTANEOUS_QUERIES",
        "Too many simultaneous queries. Maximum: " + MAX_QUERIES);
  }

  private static boolean isBare(HttpExchange exchange, RequestParameters parameters) {
    return !exchange.getRequestMethod().equals("POST") && parameters.query().isEmpty();
  }

  private static EngineException multiStatement() {
    return new EngineException(
        EngineException.SYNTAX_ERROR,
        "SYNTAX_ERROR",
        "Syntax error: Multi-statements are not allowed");
  }

  private static EngineException cannotRead(IOException e) {
    return new EngineException(
        EngineException.CANNOT_READ_ALL_DATA,
        "CANNOT_READ_ALL_DATA",
        "Cannot read the body: " + e.getMessage());
  }
}
