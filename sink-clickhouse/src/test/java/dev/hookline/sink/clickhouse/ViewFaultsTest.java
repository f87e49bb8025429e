package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.sink.clickhouse.SinkHarness.Checkpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What befalls the view behind the table while a block is pushed into it, or between two sends of
 * the block: afterwards table and view hold each row once.
 */
class ViewFaultsTest {
  @RegisterExtension static final ServerAndProxy SERVER = new ServerAndProxy();

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ExactTable table = SERVER.newTable();

  @Test
  void aViewThatThrowsFailsTheJobAndIsFilledOnceItIsMended(@TempDir Path refused) throws Exception {
    table.breakView();
    Checkpoint completed;
    String token;
    try (SinkHarness sink = SinkHarness.start(sink().refusedBlocksFolder(refused.toString()))) {
      sink.write(0, 400);
      completed = sink.barrier(1);
      token = sink.tokens().get(0);
      byte[] sealed = sink.handedOver().get(0).frame();

      assertThatThrownBy(() -> sink.complete(1))
          .isInstanceOf(BlockNotWrittenException.class)
          .hasMessageContaining(token)
          .hasMessageContaining("the view is broken")
          .hasMessageContaining(table.name() + "_mv")
          .hasMessageContaining("the block is kept as");
      Path kept = refused.resolve(table.database() + "." + table.name());
      assertThat(kept.resolve(token + ".rowbinary.lz4")).hasBinaryContent(sealed);
      assertThat(kept.resolve(token + ".txt")).content().contains("lz4 -dc", "rows: 100");
      try (Stream<Path> files = Files.list(kept)) {
        assertThat(files).as("the other blocks were not tried").hasSize(2);
      }
    }
    assertThat(table.rows()).as("the base was written before the view threw").isEqualTo(100);

    table.mendView();
    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(400);
  }

  @Test
  void aRefusedBlockSaysHowToHaveItKept() throws Exception {
    table.breakView();
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 1);
      sink.barrier(1);

      assertThatThrownBy(() -> sink.complete(1))
          .isInstanceOf(BlockNotWrittenException.class)
          .hasMessageContaining("refusedBlocksFolder()");
    }
  }

  /**
   * The server knows a block in a view's target by the view's query as well. So a block that comes
   * again after the query was changed is written there again; keyed by its block it counts once.
   */
  @Test
  void aBlockThatIsSentAgainAfterItsViewWasAlteredCountsOnceUnderFinal() throws Exception {
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink())) {
      sink.write(0, 300);
      completed = sink.barrier(1);
      sink.complete(1);
    }
    table.run(
        "ALTER TABLE $t_mv MODIFY QUERY SELECT intDiv(n, 100) AS bucket, count() AS rows, sum(v) +"
            + " sum(v < 0) AS total, ingest_block FROM $t GROUP BY bucket, ingest_block");

    SinkHarness.restore(sink(), completed).close();

    assertThat(table.rows()).isEqualTo(300);
    table.holdsExactlyUnderFinal(300);
  }

  /** The table has the block, its view does not yet, and the server is gone. */
  @Test
  void aServerThatIsKilledInTheMiddleOfAViewsPushHasTheBlockOnceInBoth() throws Exception {
    EmbeddedClickHouse engine = SERVER.engine();
    table.letViewBeSlowedDown();
    Checkpoint completed;
    try (SinkHarness sink = SinkHarness.start(sink().retryBudget(Duration.ZERO))) {
      sink.write(0, 300);
      sink.barrier(1);
      sink.complete(1);
      sink.write(300, 600);
      completed = sink.barrier(2);
      table.slowViewDown();
      CompletableFuture<Void> commit = Background.run(() -> sink.complete(2));
      await("a block that the table has").atMost(LIMIT).until(() -> table.rows() > 300);
      engine.kill();
      assertThatThrownBy(() -> commit.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(BlockNotWrittenException.class);
    }
    engine.restart();
    assertThat(table.rows()).as("one block more").isEqualTo(400);
    assertThat(table.number("SELECT sum(rows) FROM $t_totals"))
        .as("not in the view")
        .isEqualTo(300);

    table.mendView();
    SinkHarness.restore(sink(), completed).close();

    table.holdsExactly(600);
  }

  private ClickHouseSinkBuilder<Long> sink() {
    return table.sink(SERVER.engine().httpUrl());
  }
}
