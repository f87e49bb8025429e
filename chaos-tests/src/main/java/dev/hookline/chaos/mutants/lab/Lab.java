package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.mutants.ClickHouseLease;
import dev.hookline.chaos.tables.Ledger;
import dev.hookline.chaos.tables.MergeHold;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.TopicSetup;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.kafka.KafkaBroker;
import dev.hookline.devstack.redis.RedisServer;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Real parts for mutants. Each is started when a mutant first asks for it, and then shared: a
 * mutant names its organisations and databases by {@link #freshName}, and heals what it breaks.
 * Used by one thread.
 */
public final class Lab implements AutoCloseable {

  private final DataFolder folder;
  private final Path dist;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private KafkaBroker kafka;
  private RedisServer redis;
  private ClickHouseLease clickHouse;
  private LocalFlink flink;
  private RunningJob job;
  private int names;

  /**
   * A lab in which nothing runs yet.
   *
   * @param folder for the parts' data and logs; created when missing
   * @param dist the folder of the distribution, which holds {@code lib/kafka}
   */
  Lab(Path folder, Path dist) {
    this.folder = new DataFolder(folder);
    this.dist = dist;
  }

  /** A broker with the product's topics, which keeps its data over a kill. */
  public KafkaBroker kafka() {
    if (kafka == null) {
      kafka = open(() -> KafkaBroker.builder(dist.resolve("lib").resolve("kafka"), folder).start());
      TopicSetup.apply(kafka.bootstrapServers());
    }
    return kafka;
  }

  /** Redis, in memory only: a restart empties it. */
  public RedisServer redis() {
    if (redis == null) {
      redis = open(() -> RedisServer.builder(folder).start());
    }
    return redis;
  }

  /** ClickHouse, which other mutants may use as well. */
  public EmbeddedClickHouse clickHouse() {
    if (clickHouse == null) {
      clickHouse = open(() -> ClickHouseLease.open(folder.root()));
    }
    return clickHouse.clickHouse();
  }

  /** A Flink cluster in this JVM. */
  public LocalFlink flink() {
    if (flink == null) {
      flink = open(() -> new LocalFlink(folder.data("flink")));
    }
    return flink;
  }

  /** The product's job, reading the topic into a database of its own. */
  public RunningJob job() {
    if (job == null) {
      job = open(() -> RunningJob.start(this, JobDefinition.RIGHT));
    }
    return job;
  }

  /**
   * A new database with the product's tables, in which nothing is merged, and with a ledger of what
   * views were given.
   *
   * @return its name
   */
  public String freshDatabase() {
    String database = freshName();
    EmbeddedClickHouse server = clickHouse();
    new Migrator(
            MigrationSettings.of(
                    URI.create(server.httpUrl()),
                    EmbeddedClickHouse.WRITER,
                    server.writerPassword(),
                    server.analystPassword())
                .withDatabase(database))
        .migrate();
    ClickHouseHttp client = client(database);
    Stream.concat(Ledger.create(database).stream(), MergeHold.hold(database).stream())
        .forEach(statement -> client.text(statement, "TSV"));
    return database;
  }

  /** A client of a database, with all rights. */
  public ClickHouseHttp client(String database) {
    EmbeddedClickHouse server = clickHouse();
    return new ClickHouseHttp(
        URI.create(server.httpUrl()), EmbeddedClickHouse.WRITER, server.writerPassword(), database);
  }

  /** A new folder for what is read of a version; its name ends with the version's. */
  Path readings(String version) {
    return folder.root().resolve(LabLease.READINGS).resolve(freshNumber() + "-" + version);
  }

  /**
   * A name that nothing else in this lab has.
   *
   * @return good for an organisation and for a database
   */
  public String freshName() {
    return "lab" + freshNumber();
  }

  /** A number that this lab has not given before, from 1. */
  int freshNumber() {
    names++;
    return names;
  }

  private <T extends AutoCloseable> T open(Supplier<T> starter) {
    T part = starter.get();
    opened.push(part);
    return part;
  }

  /** Stops what was started, the last first. */
  @Override
  public void close() {
    CloseAll.of(opened, "a part of the lab");
  }
}
