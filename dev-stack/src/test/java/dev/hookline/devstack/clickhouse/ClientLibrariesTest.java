package dev.hookline.devstack.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ServerException;
import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clients that the product and its users have talk to the process as to a server. */
class ClientLibrariesTest {
  private RawHttp raw;
  private Client client;

  /** A row of the table {@code readings}. */
  public static final class Reading {
    private final int id;
    private final String note;

    public Reading(int id, String note) {
      this.id = id;
      this.note = note;
    }

    public int getId() {
      return id;
    }

    public String getNote() {
      return note;
    }
  }

  @BeforeEach
  void createTable() {
    raw = RunningClickHouse.writerInNewDatabase();
    raw.ok(
        "CREATE TABLE readings (id UInt32, note String) ENGINE = MergeTree ORDER BY id "
            + "SETTINGS non_replicated_deduplication_window = 100");
    client =
        new Client.Builder()
            .addEndpoint(raw.url())
            .setUsername(raw.user())
            .setPassword(raw.password())
            .setDefaultDatabase(raw.database())
            .setMaxRetries(0)
            .build();
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  @Test
  void insertsObjectsAndReadsThemBack() throws Exception {
    client.register(Reading.class, client.getTableSchema("readings"));
    List<Object> rows =
        IntStream.range(0, 5000).mapToObj(i -> (Object) new Reading(i, "note " + i)).toList();

    try (InsertResponse inserted = client.insert("readings", rows).get(60, TimeUnit.SECONDS)) {
      assertThat(inserted.getWrittenRows()).isEqualTo(5000);
    }

    List<GenericRecord> read = client.queryAll("SELECT count() AS n, max(note) AS m FROM readings");
    assertThat(read.get(0).getLong("n")).isEqualTo(5000);
    assertThat(read.get(0).getString("m")).isEqualTo("note 999");
  }

  @Test
  void insertsAStreamInTheClientsOwnCompression() throws Exception {
    assertStreamed(insertCsv(rows(1000), new InsertSettings()), 1000);
  }

  @Test
  void insertsAStreamWithoutCompression() throws Exception {
    assertStreamed(insertCsv(rows(1000), new InsertSettings().compressClientRequest(false)), 1000);
  }

  @Test
  void insertsReadyLz4Frames() throws Exception {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(frames)) {
      out.write(rows(1000));
    }

    long written =
        insertCsv(frames.toByteArray(), new InsertSettings().appCompressedData(true, "lz4"));

    assertStreamed(written, 1000);
  }

  @Test
  void dropsABlockWhoseTokenWasUsed() throws Exception {
    InsertSettings settings = new InsertSettings().setDeduplicationToken("block-1");
    settings.serverSetting("async_insert", "0");
    insertCsv(rows(10), settings);
    insertCsv(rows(20), settings);

    assertThat(raw.ok("SELECT count() FROM readings")).isEqualTo("10");
  }

  @Test
  @SuppressWarnings(
      "try") // the client's close() may throw InterruptedException; the test ends then
  void readsALargeResultWithParameters() throws Exception {
    try (QueryResponse response =
            client
                .query(
                    "SELECT number AS n, toString(number) AS s FROM numbers({count:UInt64})",
                    Map.of("count", 1_000_000),
                    new QuerySettings())
                .get(60, TimeUnit.SECONDS);
        ClickHouseBinaryFormatReader reader = client.newBinaryFormatReader(response)) {
      long rows = 0;
      while (reader.hasNext()) {
        reader.next();
        if (reader.getLong("n") != rows || !reader.getString("s").equals(Long.toString(rows))) {
          throw new AssertionError("row " + rows + " is " + reader.getLong("n"));
        }
        rows++;
      }
      assertThat(rows).isEqualTo(1_000_000);
    }
  }

  @Test
  void reportsTheServersCodeAndMessage() {
    assertThatThrownBy(() -> client.query("SELECT * FROM no_such_table").get(60, TimeUnit.SECONDS))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("no_such_table")
        .extracting(e -> ((ServerException) e).getCode())
        .isEqualTo(60);
  }

  @Test
  void servesJdbc() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user", raw.user());
    properties.setProperty("password", raw.password());
    String url = "jdbc:clickhouse:" + raw.url() + "/" + raw.database();
    try (Connection connection = DriverManager.getConnection(url, properties);
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO readings (id, note) VALUES (?, ?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setInt(1, i);
        insert.setString(2, "it's\n\nrow; " + i);
        insert.addBatch();
      }
      insert.executeBatch();
      statement.executeUpdate("CREATE TABLE other AS readings");

      try (ResultSet rows = statement.executeQuery("SELECT id, note FROM readings ORDER BY id")) {
        int i = 0;
        for (; rows.next(); i++) {
          assertThat(rows.getInt(1)).isEqualTo(i);
          assertThat(rows.getString(2)).isEqualTo("it's\n\nrow; " + i);
        }
        assertThat(i).isEqualTo(100);
      }
      assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith("26.7");
    }
  }

  private long insertCsv(byte[] body, InsertSettings settings) throws Exception {
    try (InsertResponse response =
        client
            .insert("readings", new ByteArrayInputStream(body), ClickHouseFormat.CSV, settings)
            .get(60, TimeUnit.SECONDS)) {
      return response.getWrittenRows();
    }
  }

  private void assertStreamed(long written, int rows) {
    assertThat(written).isEqualTo(rows);
    assertThat(raw.ok("SELECT count(), sum(id) FROM readings"))
        .isEqualTo(rows + "\t" + (long) rows * (rows - 1) / 2);
  }

  private static byte[] rows(int count) {
    StringBuilder csv = new StringBuilder();
    for (int i = 0; i < count; i++) {
      csv.append(i).append(",note ").append(i).append('\n');
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }
}
