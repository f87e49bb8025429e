package dev.hookline.cli.audit;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables, read by queries whose rows are streamed. Sets nothing, so a read-only user will do.
 */
final class AuditTables implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AuditTables.class);

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** The longest that one query may take, and the longest silence within one. */
  private static final Duration QUERY_LIMIT = Duration.ofMinutes(2);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI endpoint;
  private final Client client;

  AuditTables(URI endpoint, String user, String password, String database) {
    this.endpoint = endpoint;
    this.client =
        new Client.Builder()
            .addEndpoint(endpoint.toString())
            .setUsername(user)
            .setPassword(password)
            .setDefaultDatabase(database)
            .setConnectTimeout(CONNECT_LIMIT.toMillis())
            .setSocketTimeout(QUERY_LIMIT.toMillis())
            .setExecutionTimeout(QUERY_LIMIT.toMillis(), ChronoUnit.MILLIS)
            .setMaxRetries(0)
            .build();
  }

  /**
   * Runs a query.
   *
   * @param sql one SELECT, without a format
   * @param each gets each row as a JSON array of its columns
   * @throws IOException when ClickHouse does not answer, or refuses
   */
  void rows(String sql, Consumer<JsonNode> each) throws IOException {
    // the server holds the answer back until it is whole, so a failure in its middle is an error
    QuerySettings settings =
        new QuerySettings().setFormat(ClickHouseFormat.JSONCompactEachRow).waitEndOfQuery(true);
    QueryResponse response = null;
    try {
      response = client.query(sql, settings).get(QUERY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      read(response, each);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking ClickHouse", e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (TimeoutException | IOException | ClickHouseException e) {
      throw failure(e);
    } finally {
      close(response);
    }
  }

  private static void read(QueryResponse response, Consumer<JsonNode> each) throws IOException {
    // a parser of its own: readValues() would take the first row for the list of all rows
    try (JsonParser parser = JSON.createParser(response.getInputStream())) {
      while (parser.nextToken() != null) {
        JsonNode row = JSON.readTree(parser);
        each.accept(row);
      }
    }
  }

  private static void close(QueryResponse response) {
    try {
      if (response != null) {
        response.close();
      }
    } catch (Exception e) {
      // the rows have been read, or the failure to read them is on its way
      LOG.debug("closing an answer", e);
    }
  }

  private IOException failure(Throwable cause) {
    return new IOException(
        "ClickHouse at " + endpoint + " does not answer the audit: " + cause, cause);
  }

  @Override
  public void close() {
    client.close();
  }
}
