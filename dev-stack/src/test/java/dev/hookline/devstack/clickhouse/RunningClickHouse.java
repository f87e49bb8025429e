package dev.hookline.devstack.clickhouse;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One server for all test classes of this JVM; it ends with the JVM. Each test takes a database.
 */
final class RunningClickHouse {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private RunningClickHouse() {}

  /** Started on first use. */
  static EmbeddedClickHouse server() {
    return Holder.SERVER;
  }

  /** A client of the writer's in a new database. */
  static RawHttp writerInNewDatabase() {
    String database = "test_" + DATABASES.incrementAndGet();
    RawHttp writer =
        new RawHttp(server().httpUrl(), EmbeddedClickHouse.WRITER, server().writerPassword());
    writer.ok("CREATE DATABASE " + database);
    return writer.in(database);
  }

  static Path newFolder(String name) {
    return Path.of("target", "clickhouse-tests", name + "-" + System.nanoTime());
  }

  private static final class Holder {
    static final EmbeddedClickHouse SERVER = EmbeddedClickHouse.start(newFolder("shared"), 0);
  }
}
