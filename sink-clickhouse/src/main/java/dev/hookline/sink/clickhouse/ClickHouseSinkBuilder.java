package dev.hookline.sink.clickhouse;

import dev.hookline.sink.clickhouse.internal.settings.BlockLimits;
import dev.hookline.sink.clickhouse.internal.settings.Connection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Secret;
import dev.hookline.sink.clickhouse.internal.settings.SinkSettings;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import dev.hookline.sink.clickhouse.internal.settings.Tls;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Collects what a {@link ClickHouseSink} must know. Endpoint, table, schema, row mapper, partition
 * and delivery mode must be given; the rest has the defaults that its method names.
 *
 * @param <T> the stream's type
 */
public final class ClickHouseSinkBuilder<T> {
  private URI endpoint;
  private String user = "default";
  private Secret password = new Secret("");
  private String database = "default";
  private String table;
  private TableSchema schema;
  private RowMapper<T> rowMapper;
  private String partitionExpression;
  private PartitionKey<T> partitionKey;
  private DeliveryMode deliveryMode;
  private Duration flushInterval = Duration.ofSeconds(1);
  private int maxBlockRows = BlockLimits.DEFAULT.maxRows();
  private int maxBlockBytes = BlockLimits.DEFAULT.maxBytes();
  private int maxOpenPartitions = BlockLimits.DEFAULT.maxOpenPartitions();
  private long maxOpenBytes = BlockLimits.DEFAULT.maxOpenBytes();
  private long maxUncommittedBytes = SinkSettings.DEFAULT_MAX_UNCOMMITTED_BYTES;
  private int parallelInserts = 1;
  private OnInvalidRow<T> onInvalidRow = OnInvalidRow.fail();
  private String refusedBlocksFolder = "";
  private Duration retryBudget = RetryBudget.DEFAULT.total();
  private Duration connectTimeout = Duration.ofSeconds(3);
  private Duration socketTimeout = Duration.ofSeconds(20);
  private Duration requestTimeout = Duration.ofSeconds(30);
  private Tls tls = Tls.OF_THE_PLATFORM;
  private final Map<String, String> serverSettings = new HashMap<>();
  private final Map<String, String> headers = new HashMap<>();

  ClickHouseSinkBuilder() {}

  /**
   * The server's HTTP interface, such as {@code http://127.0.0.1:8123} or {@code
   * https://clickhouse.example.com:8443}.
   */
  public ClickHouseSinkBuilder<T> endpoint(String endpoint) {
    this.endpoint = URI.create(endpoint);
    return this;
  }

  /** The user that inserts; {@code default} if not given. */
  public ClickHouseSinkBuilder<T> user(String user) {
    this.user = user;
    return this;
  }

  /** The user's password; none if not given. Never shown. */
  public ClickHouseSinkBuilder<T> password(String password) {
    this.password = new Secret(password);
    return this;
  }

  /** The table's database; {@code default} if not given. */
  public ClickHouseSinkBuilder<T> database(String database) {
    this.database = database;
    return this;
  }

  /** The table to write. */
  public ClickHouseSinkBuilder<T> table(String table) {
    this.table = table;
    return this;
  }

  /** The columns to write, without {@value TableSchema#INGEST_BLOCK}. */
  public ClickHouseSinkBuilder<T> schema(TableSchema schema) {
    this.schema = schema;
    return this;
  }

  /** How a value becomes a row. */
  public ClickHouseSinkBuilder<T> rowMapper(RowMapper<T> rowMapper) {
    this.rowMapper = rowMapper;
    return this;
  }

  /**
   * The table is partitioned.
   *
   * @param expression its PARTITION BY, which is compared with the server's at start
   * @param key tells rows of different partitions apart
   */
  public ClickHouseSinkBuilder<T> partitionedBy(String expression, PartitionKey<T> key) {
    if (expression.isBlank()) {
      throw new IllegalArgumentException("the partition expression is empty: say unpartitioned()");
    }
    this.partitionExpression = expression.strip();
    this.partitionKey = Objects.requireNonNull(key, "key");
    return this;
  }

  /** The table has no PARTITION BY. */
  public ClickHouseSinkBuilder<T> unpartitioned() {
    this.partitionExpression = "";
    this.partitionKey = value -> "";
    return this;
  }

  /** What must hold after a failure. */
  public ClickHouseSinkBuilder<T> deliveryMode(DeliveryMode deliveryMode) {
    this.deliveryMode = deliveryMode;
    return this;
  }

  /**
   * The longest that a row waits for others between two checkpoints; 1 s if not given. Says nothing
   * in {@link DeliveryMode#EXACTLY_ONCE}, where rows are sent when a checkpoint has completed.
   */
  public ClickHouseSinkBuilder<T> flushInterval(Duration flushInterval) {
    this.flushInterval = flushInterval;
    return this;
  }

  /** Rows of a block; 50,000 if not given. */
  public ClickHouseSinkBuilder<T> maxBlockRows(int maxBlockRows) {
    this.maxBlockRows = maxBlockRows;
    return this;
  }

  /** Bytes of a block before compression, and so of the largest row; 8,000,000 if not given. */
  public ClickHouseSinkBuilder<T> maxBlockBytes(int maxBlockBytes) {
    this.maxBlockBytes = maxBlockBytes;
    return this;
  }

  /** Blocks open at once, one a partition; 16 if not given. Beyond, the largest is sealed. */
  public ClickHouseSinkBuilder<T> maxOpenPartitions(int maxOpenPartitions) {
    this.maxOpenPartitions = maxOpenPartitions;
    return this;
  }

  /** Bytes before compression over all open blocks; 32,000,000 if not given. */
  public ClickHouseSinkBuilder<T> maxOpenBytes(long maxOpenBytes) {
    this.maxOpenBytes = maxOpenBytes;
    return this;
  }

  /**
   * {@link DeliveryMode#EXACTLY_ONCE}: the compressed bytes that a subtask seals from one
   * checkpoint to the next, nearly; 24,000,000 if not given, and at least {@link #maxBlockBytes}. A
   * stream that is faster is slowed down to that rate. While a checkpoint is written they take some
   * four times their size of the TaskManager's heap. To raise the rate, raise it together with the
   * heap, or take checkpoints more often.
   */
  public ClickHouseSinkBuilder<T> maxUncommittedBytes(long maxUncommittedBytes) {
    this.maxUncommittedBytes = maxUncommittedBytes;
    return this;
  }

  /**
   * {@link DeliveryMode#EXACTLY_ONCE}: over how many connections a subtask sends the blocks of a
   * checkpoint, 1 to 8; 1 if not given: in the order in which they were sealed. With more, blocks
   * overtake each other, which a table must not mind: where rows are rewritten, its
   * ReplacingMergeTree needs a version column.
   */
  public ClickHouseSinkBuilder<T> parallelInserts(int parallelInserts) {
    this.parallelInserts = parallelInserts;
    return this;
  }

  /**
   * What becomes of a row that the table cannot hold: the job fails if not given. With a side
   * output the stream must pass {@link ClickHouseSink#validation()} before it is sunk.
   */
  public ClickHouseSinkBuilder<T> onInvalidRow(OnInvalidRow<T> onInvalidRow) {
    this.onInvalidRow = Objects.requireNonNull(onInvalidRow, "onInvalidRow");
    return this;
  }

  /**
   * A folder in which a block is kept that the server refuses as data, for somebody to look into; a
   * path or URI of any file system that Flink reaches. If not given, none is kept.
   */
  public ClickHouseSinkBuilder<T> refusedBlocksFolder(String folder) {
    this.refusedBlocksFolder = folder;
    return this;
  }

  /**
   * For how long the server may be away before the job fails, which then restarts and tries again:
   * nothing is lost by it. 60 s if not given. In {@link DeliveryMode#EXACTLY_ONCE} it is meant for
   * all blocks of a checkpoint together, and must be below the job's checkpoint timeout: the next
   * checkpoint waits for as long.
   */
  public ClickHouseSinkBuilder<T> retryBudget(Duration retryBudget) {
    this.retryBudget = retryBudget;
    return this;
  }

  /** The longest wait for a connection; 3 s if not given. */
  public ClickHouseSinkBuilder<T> connectTimeout(Duration connectTimeout) {
    this.connectTimeout = connectTimeout;
    return this;
  }

  /** The longest silence of the server while its answer is awaited; 20 s if not given. */
  public ClickHouseSinkBuilder<T> socketTimeout(Duration socketTimeout) {
    this.socketTimeout = socketTimeout;
    return this;
  }

  /** The longest that one attempt may take as a whole; 30 s if not given. */
  public ClickHouseSinkBuilder<T> requestTimeout(Duration requestTimeout) {
    this.requestTimeout = requestTimeout;
    return this;
  }

  /**
   * A setting that is sent with every insert. One on which the guarantee rests is refused by {@link
   * #build()}, with the reason.
   */
  public ClickHouseSinkBuilder<T> serverSetting(String name, String value) {
    serverSettings.put(name, value);
    return this;
  }

  /**
   * A header that is sent with every request, such as one that a proxy asks for; its value is never
   * shown. One on which the guarantee rests is refused by {@link #build()}, with the reason.
   */
  public ClickHouseSinkBuilder<T> header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /**
   * Behind https, trust whom this store holds, and nobody else; whom the Java platform trusts if
   * not given. The server's name must be in its certificate either way.
   *
   * @param path on every TaskManager
   * @param type {@code PKCS12} or {@code JKS}
   */
  public ClickHouseSinkBuilder<T> trustStore(String path, String password, String type) {
    this.tls = new Tls(path, new Secret(password), type, tls.caCertificate());
    return this;
  }

  /**
   * Behind https, trust this certificate, and nobody else; whom the Java platform trusts if not
   * given.
   *
   * @param path of a file in PEM, on every TaskManager
   */
  public ClickHouseSinkBuilder<T> caCertificate(String path) {
    this.tls = new Tls(tls.trustStore(), tls.trustStorePassword(), tls.trustStoreType(), path);
    return this;
  }

  /**
   * The sink.
   *
   * @throws IllegalArgumentException for a setting out of its range or one that breaks the
   *     guarantee
   * @throws NullPointerException naming the setting that is missing
   */
  public ClickHouseSink<T> build() {
    Objects.requireNonNull(rowMapper, "rowMapper is missing: how does a value become a row");
    Connection connection =
        new Connection(
            endpoint,
            user,
            password,
            connectTimeout,
            socketTimeout,
            requestTimeout,
            serverSettings,
            headers,
            tls);
    Target target = new Target(database, table, schema, partitionExpression);
    BlockLimits blocks =
        new BlockLimits(maxBlockRows, maxBlockBytes, maxOpenPartitions, maxOpenBytes);
    RetryBudget retries =
        new RetryBudget(
            retryBudget, RetryBudget.DEFAULT.firstBackOff(), RetryBudget.DEFAULT.maxBackOff());
    SinkSettings settings =
        new SinkSettings(
            connection,
            target,
            deliveryMode,
            blocks,
            retries,
            flushInterval,
            maxUncommittedBytes,
            parallelInserts,
            refusedBlocksFolder,
            onInvalidRow.isSideOutput());
    return switch (deliveryMode) {
      case AT_LEAST_ONCE -> new AtLeastOnceSink<>(settings, rowMapper, partitionKey, onInvalidRow);
      case EXACTLY_ONCE -> new ExactlyOnceSink<>(settings, rowMapper, partitionKey, onInvalidRow);
    };
  }
}
