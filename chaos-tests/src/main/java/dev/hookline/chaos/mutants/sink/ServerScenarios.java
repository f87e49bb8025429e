package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.sink.OperatorTask.Checkpoint;
import dev.hookline.jobs.normalise.NormalizedEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;

/** A server that is killed and started again. */
final class ServerScenarios {
  private static final int EVENTS = 160;
  private static final String NOT_THE_MIGRATIONS = "table != 'schema_migrations'";

  private ServerScenarios() {}

  /**
   * The server is killed after it has written a token and before it has published the part that
   * came under it, and the task dies. That moment is too short to be hit in a few tries, so the
   * parts are taken away while the server is dead, which leaves the same.
   */
  static Deliveries successBelieved(World world, Random random, Version version) throws Exception {
    PlainInserts inserts = world.inserts();
    return killed(
        world, random, sink(world, version, piece -> insert(inserts, piece)), NOT_THE_MIGRATIONS);
  }

  /** The same, where only what a view had made of the block was not published. */
  static Deliveries viewsLeft(World world, Random random, Version version) throws Exception {
    PlainInserts inserts = world.inserts();
    return killed(
        world,
        random,
        sink(world, version, piece -> insertAndLookAtTheTable(inserts, piece)),
        "table = 'events_by_hour'");
  }

  private static Sink<NormalizedEvent> sink(World world, Version version, SmallSink.Commit wrong) {
    return version == Version.WRONG
        ? new SmallSink((checkpoint, subtask) -> UUID.randomUUID(), wrong)
        : world.events().build();
  }

  /**
   * @param tables which tables lose their parts, as a condition on {@code system.parts}
   */
  private static Deliveries killed(
      World world, Random random, Sink<NormalizedEvent> sink, String tables) throws Exception {
    Deliveries deliveries = Deliveries.toTheEventsOnly(random.nextLong(), EVENTS);
    List<NormalizedEvent> events = deliveries.events();
    int cut = SinkScenarios.cut(random, EVENTS);
    Checkpoint completed;
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      completed = task.checkpoint(1);
    }
    killAndForgetParts(world, tables);
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.restore(sink, completed)) {
      task.write(events.subList(cut, EVENTS));
      task.checkpoint(2);
    }
    return deliveries;
  }

  private static void insert(PlainInserts inserts, SmallSink.Piece piece)
      throws IOException, InterruptedException {
    inserts.insert("normalized_events", piece.rowsOf(piece.token()), piece.token().toString());
  }

  /** Believes the table and not the server, and forgets that there are views. */
  private static void insertAndLookAtTheTable(PlainInserts inserts, SmallSink.Piece piece)
      throws IOException, InterruptedException {
    insert(inserts, piece);
    String found =
        inserts.run(
            "SELECT count() FROM %s.normalized_events WHERE ingest_block = '%s'"
                .formatted(inserts.database(), piece.token()));
    if (!found.strip().equals(Integer.toString(piece.rows().size()))) {
      throw new IOException("remembered and not there: " + piece.token());
    }
  }

  private static void killAndForgetParts(World world, String tables)
      throws IOException, InterruptedException {
    List<Path> parts =
        world
            .run("SELECT path FROM system.parts WHERE active AND database = '$db' AND " + tables)
            .lines()
            .map(Path::of)
            .toList();
    if (parts.isEmpty()) {
      throw new IllegalStateException("the fault would not bite: nothing was written");
    }
    world.clickHouse().kill();
    try {
      for (Path part : parts) {
        delete(part);
      }
    } finally {
      world.clickHouse().restart();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * The server is killed after it has answered a commit with success. The wrong version asks for an
   * answer before the rows are on disk: by a Buffer table, as {@code async_insert} without {@code
   * wait_for_async_insert} would do, which the embedded engine does not have.
   */
  static Deliveries acknowledgedFromMemory(World world, Random random, Version version)
      throws Exception {
    Deliveries deliveries = Deliveries.toTheEventsOnly(random.nextLong(), EVENTS);
    List<NormalizedEvent> events = deliveries.events();
    int cut = SinkScenarios.cut(random, EVENTS);
    PlainInserts inserts = world.inserts();
    if (version == Version.WRONG) {
      // Longer than a slow machine may need to come to the kill.
      world.run(
          "CREATE TABLE $db.buffered AS $db.normalized_events ENGINE = Buffer('$db',"
              + " 'normalized_events', 1, 3600, 3600, 1000000, 1000000, 1000000000, 1000000000)");
    }
    Sink<NormalizedEvent> sink =
        sink(
            world,
            version,
            piece ->
                inserts.insert("buffered", piece.rowsOf(piece.token()), piece.token().toString()));
    try (OperatorTask<NormalizedEvent, ?> task = OperatorTask.start(sink)) {
      task.write(events.subList(0, cut));
      task.checkpoint(1);
      world.clickHouse().kill();
      world.clickHouse().restart();
      task.write(events.subList(cut, EVENTS));
      task.checkpoint(2);
    }
    if (version == Version.WRONG) {
      world.run("OPTIMIZE TABLE $db.buffered");
    }
    return deliveries;
  }
}
