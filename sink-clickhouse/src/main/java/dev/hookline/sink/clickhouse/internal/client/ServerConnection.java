package dev.hookline.sink.clickhouse.internal.client;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.DataStreamWriter;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.data.ClickHouseFormat;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import dev.hookline.sink.clickhouse.internal.row.ColumnTypes;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import dev.hookline.sink.clickhouse.internal.settings.Tls;
import java.io.IOException;
import java.io.OutputStream;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One task's connection to the server, through client-v2. Every wait ends.
 *
 * <p>The client blocks in plain sockets, where neither an interrupt nor a read timeout ends a write
 * to a server that reads nothing (a paused process is one). So each request runs in a thread of a
 * small pool, while the task waits for it under the request's deadline; whoever stops waiting
 * closes the client, which cuts its sockets and so frees that thread.
 *
 * <p>For one thread: the task's.
 */
public final class ServerConnection implements BlockTarget, BlockStore, AutoCloseable {
  /**
   * One request at a time, and room for those that were given up and are about to end. Should all
   * hang, where no socket is to be cut (such as in a name service), the next attempt fails at once.
   */
  static final int MAX_THREADS = 4;

  private final Connection settings;
  private final Target target;
  private final ExecutorService requests =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          work -> {
            Thread thread = new Thread(work, "clickhouse-sink-request");
            thread.setDaemon(true);
            return thread;
          });
  private boolean knowsDeduplicateInsert;
  private Client client;
  private boolean closed;

  /** A connection for inserts into {@code target}; nothing is opened before the first request. */
  public ServerConnection(Connection settings, Target target) {
    this.settings = settings;
    this.target = target;
  }

  /**
   * Says whether the server has the setting {@value GuardedSettings#DEDUPLICATE_INSERT}: then every
   * insert carries it, since a user's profile may hold the opposite.
   */
  public void deduplicateInsertIsKnown(boolean known) {
    this.knowsDeduplicateInsert = known;
  }

  /**
   * Runs a SELECT.
   *
   * @return its rows
   * @throws QueryFailedException if the server refused it or could not be asked
   */
  public List<GenericRecord> query(String sql) throws QueryFailedException, InterruptedException {
    try {
      return await(() -> client().queryAll(sql));
    } catch (ExecutionException e) {
      throw new QueryFailedException(FailureClassifier.classify(e.getCause()));
    } catch (TimeoutException e) {
      throw new QueryFailedException(FailureClassifier.classify(e));
    } catch (RejectedExecutionException e) {
      throw new QueryFailedException(new Failed(FailureKind.RETRYABLE, 0, e));
    }
  }

  @Override
  public InsertOutcome insert(SealedBlock block) throws InterruptedException {
    return insert(block, block.token().toString());
  }

  @Override
  public long rowsOf(SealedBlock block) throws QueryFailedException, InterruptedException {
    return query(
            "SELECT count() AS c FROM %s WHERE %s = '%s'"
                .formatted(target.quoted(), TableSchema.INGEST_BLOCK, block.token()))
        .get(0)
        .getLong("c");
  }

  @Override
  public InsertOutcome insert(SealedBlock block, String deduplicationToken)
      throws InterruptedException {
    try {
      return await(
          () -> {
            client()
                .insert(
                    target.quoted(),
                    bytesOf(block),
                    ClickHouseFormat.RowBinaryWithNamesAndTypes,
                    settingsFor(block, deduplicationToken))
                .get()
                .close();
            return new Written();
          });
    } catch (ExecutionException e) {
      return FailureClassifier.classify(e.getCause());
    } catch (TimeoutException e) {
      return FailureClassifier.classify(e);
    } catch (RejectedExecutionException e) {
      return new Failed(FailureKind.RETRYABLE, 0, e);
    }
  }

  /**
   * The block's bytes from their beginning, however often they are asked for. A stream could be at
   * its end when some layer of the client sends the request again, and what arrived would be an
   * empty body under the block's token.
   */
  private static DataStreamWriter bytesOf(SealedBlock block) {
    return new DataStreamWriter() {
      @Override
      public void onOutput(OutputStream out) throws IOException {
        out.write(block.frame());
        out.close();
      }

      @Override
      public void onRetry() {
        // onOutput always begins at the beginning.
      }
    };
  }

  private InsertSettings settingsFor(SealedBlock block, String deduplicationToken) {
    InsertSettings insert = new InsertSettings();
    settings.serverSettings().forEach(insert::serverSetting);
    GuardedSettings.sent().forEach(insert::serverSetting);
    if (ColumnTypes.holdsJson(target.schema())) {
      insert.serverSetting(GuardedSettings.JSON_AS_TEXT, "1");
    }
    if (knowsDeduplicateInsert) {
      insert.serverSetting(GuardedSettings.DEDUPLICATE_INSERT, "enable");
    }
    // An id of its own: under the id of an attempt that still runs the server takes no other.
    return insert
        .setQueryId(block.token() + "_" + UUID.randomUUID())
        .setDeduplicationToken(deduplicationToken)
        .appCompressedData(true, "lz4");
  }

  private <R> R await(Callable<R> request)
      throws ExecutionException, TimeoutException, InterruptedException {
    Future<R> answer = requests.submit(request);
    boolean ended = false;
    try {
      R result = answer.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
      ended = true;
      return result;
    } catch (ExecutionException e) {
      ended = true;
      throw e;
    } catch (TimeoutException e) {
      TimeoutException named =
          new TimeoutException("no answer within requestTimeout " + settings.requestTimeout());
      named.initCause(e);
      throw named;
    } finally {
      if (!ended) {
        cutOff(answer);
      }
    }
  }

  private synchronized void cutOff(Future<?> answer) {
    answer.cancel(true);
    closeClient();
  }

  private synchronized Client client() {
    if (closed) {
      // A request that was about to begin when the task ended: it must not open another one.
      throw new IllegalStateException("the connection is closed");
    }
    if (client == null) {
      Client.Builder builder =
          new Client.Builder()
              .addEndpoint(settings.endpoint().toString())
              .setUsername(settings.user())
              .setPassword(settings.password().reveal())
              .setDefaultDatabase(target.database())
              .setConnectTimeout(settings.connectTimeout().toMillis(), ChronoUnit.MILLIS)
              .setConnectionRequestTimeout(settings.connectTimeout().toMillis(), ChronoUnit.MILLIS)
              .setSocketTimeout(settings.socketTimeout().toMillis(), ChronoUnit.MILLIS)
              .setExecutionTimeout(settings.requestTimeout().toMillis(), ChronoUnit.MILLIS)
              // Retries are ours: its own have no back-off.
              .setMaxRetries(0)
              .retryOnFailures(ClientFaultCause.None)
              .compressClientRequest(false)
              .compressServerResponse(false)
              .useAsyncRequests(false)
              .setClientName("hookline-sink");
      settings.headers().forEach(builder::httpHeader);
      trust(builder, settings.tls());
      client = builder.build();
    }
    return client;
  }

  private static void trust(Client.Builder builder, Tls tls) {
    if (!tls.trustStore().isEmpty()) {
      builder
          .setSSLTrustStore(tls.trustStore())
          .setSSLTrustStorePassword(tls.trustStorePassword().reveal())
          .setSSLTrustStoreType(tls.trustStoreType());
    } else if (!tls.caCertificate().isEmpty()) {
      builder.setRootCertificate(tls.caCertificate());
    }
  }

  private void closeClient() {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /** Cuts what is under way. */
  @Override
  public synchronized void close() {
    closed = true;
    requests.shutdownNow();
    closeClient();
  }
}
