package dev.hookline.bench.sink;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.DataStreamWriter;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.hookline.bench.rows.ExampleRows;
import dev.hookline.bench.sink.ReadyBlocks.Block;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ceiling: client-v2 sends blocks that are ready, with the settings that the sink sends, and
 * does nothing else.
 */
final class ClientLoad implements Load {
  /** Rows of the first inserts, which show how many blocks the measurement will need. */
  private static final long TRIAL_ROWS = 40_000;

  /** The trial is slower than what follows, since nothing is compiled yet. */
  private static final double MARGIN = 2.5;

  private final VariantTask task;
  private final Client client;
  private final ExecutorService threads;
  private final AtomicLong rowsGiven = new AtomicLong();
  private List<Future<Void>> senders = List.of();
  private ReadyBlocks blocks;
  private volatile boolean finishing;

  ClientLoad(VariantTask task) {
    this.task = task;
    this.threads = Executors.newFixedThreadPool(task.parallelism());
    this.client =
        new Client.Builder()
            .addEndpoint(task.url())
            .setUsername(task.user())
            .setPassword(task.password())
            .setDefaultDatabase(task.database())
            .setMaxRetries(0)
            .retryOnFailures(ClientFaultCause.None)
            .compressClientRequest(false)
            .compressServerResponse(false)
            .useAsyncRequests(false)
            .build();
  }

  @Override
  public void start() throws Exception {
    ExampleRows rows = ExampleRows.load();
    Path file = Path.of(task.folder(), "blocks.bin");
    long begun;
    try (ReadyBlocks trial = ReadyBlocks.make(rows, 0, TRIAL_ROWS, file)) {
      begun = System.nanoTime();
      send(trial);
      awaitSenders();
    }
    double rowsPerSecond = TRIAL_ROWS * 1e9 / (System.nanoTime() - begun);
    long needed = (long) (rowsPerSecond * MARGIN * (task.warmupSeconds() + task.seconds()));
    blocks = ReadyBlocks.make(rows, TRIAL_ROWS, TRIAL_ROWS + needed, file);
    send(blocks);
  }

  @Override
  public void check() throws Exception {
    for (Future<Void> sender : senders) {
      if (sender.isDone()) {
        sender.get();
        throw new IllegalStateException(
            "all " + rowsGiven + " rows were sent before the time was over");
      }
    }
  }

  @Override
  public void finish() throws Exception {
    finishing = true;
    awaitSenders();
  }

  @Override
  public long rowsGiven() {
    return rowsGiven.get();
  }

  @Override
  public List<VariantRun.Checkpoint> checkpoints(long sinceMillis) {
    return List.of();
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    client.close();
    if (blocks != null) {
      blocks.close();
    }
  }

  private void send(ReadyBlocks from) {
    List<Future<Void>> started = new ArrayList<>();
    for (int i = 0; i < task.parallelism(); i++) {
      started.add(
          threads.submit(
              () -> {
                for (Optional<Block> block = from.next();
                    block.isPresent() && !finishing;
                    block = from.next()) {
                  insert(block.get());
                }
                return null;
              }));
    }
    senders = started;
  }

  private void awaitSenders() throws Exception {
    for (Future<Void> sender : senders) {
      sender.get(2, TimeUnit.MINUTES);
    }
  }

  private void insert(Block block) throws InterruptedException, ExecutionException, IOException {
    InsertSettings settings = new InsertSettings();
    GuardedSettings.sent().forEach(settings::serverSetting);
    settings.serverSetting(GuardedSettings.DEDUPLICATE_INSERT, "enable");
    settings.setDeduplicationToken(block.token()).appCompressedData(true, "lz4");
    DataStreamWriter bytes =
        new DataStreamWriter() {
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
    client
        .insert(task.table(), bytes, ClickHouseFormat.RowBinaryWithNamesAndTypes, settings)
        .get()
        .close();
    rowsGiven.addAndGet(block.rows());
  }
}
