package dev.hookline.chaos.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the real engine, since it is the engine that decides what a view's error leaves behind. */
class BreakableViewTest {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private ClickHouseHttp sql;
  private BreakableView view;

  @BeforeEach
  void create() {
    EmbeddedClickHouse server = STACK.clickHouse();
    URI uri = URI.create(server.httpUrl());
    new Migrator(
            MigrationSettings.of(
                uri, EmbeddedClickHouse.WRITER, server.writerPassword(), server.analystPassword()))
        .migrate();
    // the view names this database
    sql =
        new ClickHouseHttp(
            uri,
            EmbeddedClickHouse.WRITER,
            server.writerPassword(),
            MigrationSettings.DEFAULT_DATABASE);
    view = new BreakableView(sql);
    view.create();
  }

  @AfterEach
  void drop() {
    sql.text("DROP DATABASE " + MigrationSettings.DEFAULT_DATABASE, "TSV");
  }

  @Test
  void whileItIsBrokenTheTableTakesRowsThatItMissesAndItTellsOfThem() {
    insert("one");
    assertThat(view.counted()).isEqualTo(1);
    assertThat(view.difference()).isZero();

    view.breakIt();
    assertThatThrownBy(() -> insert("two"))
        .isInstanceOf(CliFailure.class)
        .hasMessageContaining("this view is broken on purpose");
    assertThat(rows()).as("rows in the table").isEqualTo(2);
    assertThat(view.counted()).isEqualTo(1);
    assertThat(view.difference()).isEqualTo(1);

    view.mend();
    insert("three");
    assertThat(view.counted()).isEqualTo(2);
    assertThat(view.difference()).as("what it missed is still missing").isEqualTo(1);
  }

  private long rows() {
    return Long.parseLong(sql.text("SELECT count() FROM normalized_events", "TSV").strip());
  }

  /** A block of one row. */
  private void insert(String id) {
    sql.text(
        "INSERT INTO normalized_events (event_type, event_id, event_time, received_at,"
            + " ingest_block) VALUES ('push', '%s', now(), now(), '%s')"
                .formatted(id, UUID.randomUUID()),
        "TSV");
  }
}
