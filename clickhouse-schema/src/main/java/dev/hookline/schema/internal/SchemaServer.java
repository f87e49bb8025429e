package dev.hookline.schema.internal;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ServerException;
import com.clickhouse.client.api.command.CommandResponse;
import com.clickhouse.client.api.query.GenericRecord;
import dev.hookline.schema.MigrationException;
import dev.hookline.schema.MigrationSettings;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server, asked one statement at a time, each within a bound. */
public final class SchemaServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaServer.class);
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  private final MigrationSettings settings;
  private final Client client;

  /**
   * Prepares a client; nothing is sent yet.
   *
   * @param settings where and as whom
   */
  public SchemaServer(MigrationSettings settings) {
    this.settings = settings;
    long timeout = settings.statementTimeout().toMillis();
    this.client =
        new Client.Builder()
            .addEndpoint(settings.endpoint().toString())
            .setUsername(settings.user())
            .setPassword(settings.password())
            // the database may be what is to be created
            .setDefaultDatabase("default")
            .setConnectTimeout(CONNECT_TIMEOUT_MS)
            .setSocketTimeout(timeout)
            .setExecutionTimeout(timeout, ChronoUnit.MILLIS)
            .setMaxRetries(0)
            .build();
  }

  /**
   * Runs a statement that returns nothing.
   *
   * @param sql one statement
   * @param what for the message of a failure, such as the file's name
   * @throws MigrationException with what the server said
   */
  public void execute(String sql, String what) {
    try {
      done(client.execute(sql).get(settings.statementTimeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException(what + ": interrupted", e);
    } catch (ExecutionException e) {
      throw failure(what, e.getCause());
    } catch (TimeoutException e) {
      throw new MigrationException(
          what
              + ": no answer within "
              + settings.statementTimeout()
              + "; running it again is safe, every statement may run twice",
          e);
    } catch (RuntimeException e) {
      throw failure(what, e);
    }
  }

  /** Gives the connection back; a command's answer has no body of interest. */
  private static void done(CommandResponse response) {
    try {
      response.close();
    } catch (Exception e) {
      LOG.debug("closing an answer", e);
    }
  }

  /**
   * Runs a query with a small result.
   *
   * @param sql one SELECT
   * @param what for the message of a failure
   * @return its rows
   * @throws MigrationException with what the server said
   */
  public List<GenericRecord> query(String sql, String what) {
    try {
      return client.queryAll(sql);
    } catch (RuntimeException e) {
      throw failure(what, e);
    }
  }

  private MigrationException failure(String what, Throwable cause) {
    ServerException answer = serverException(cause);
    if (answer == null) {
      return new MigrationException(
          what + ": no answer from ClickHouse at " + settings.endpoint() + " (" + cause + ")",
          cause);
    }
    return new MigrationException(
        what
            + ": ClickHouse at "
            + settings.endpoint()
            + " refused it for user "
            + settings.user()
            + ": "
            + answer.getMessage(),
        answer);
  }

  private static ServerException serverException(Throwable from) {
    for (Throwable t = from; t != null; t = t.getCause()) {
      if (t instanceof ServerException found) {
        return found;
      }
    }
    return null;
  }

  @Override
  public void close() {
    client.close();
  }
}
