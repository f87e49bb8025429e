package dev.hookline.devstack.junit;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.internal.CloseInReverse;
import dev.hookline.devstack.internal.FileTree;
import dev.hookline.devstack.kafka.KafkaBroker;
import dev.hookline.devstack.redis.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The parts that the tests of this JVM have asked for so far; each is started once. */
final class SharedParts {
  private static SharedParts ofThisJvm;

  private final DataFolder folder =
      new DataFolder(
          Path.of(
              System.getProperty("java.io.tmpdir"), "dev-stack-" + ProcessHandle.current().pid()));
  private final Map<Part, Service> running = new EnumMap<>(Part.class);

  /**
   * The JVM's, ended with it. JUnit's own store of a run does not hold them: Maven begins a run for
   * each class where it lets several JVMs take classes in turn.
   */
  static synchronized SharedParts ofThisJvm() {
    if (ofThisJvm == null) {
      SharedParts parts = new SharedParts();
      Runtime.getRuntime().addShutdownHook(new Thread(parts::end, "dev-stack-end"));
      ofThisJvm = parts;
    }
    return ofThisJvm;
  }

  synchronized Service get(Part part) {
    return running.computeIfAbsent(part, this::start);
  }

  private Service start(Part part) {
    deleteData(part); // of a JVM that had the same pid and was killed
    return switch (part) {
      case KAFKA -> KafkaBroker.builder(dist().resolve("lib").resolve("kafka"), folder).start();
      case REDIS -> RedisServer.builder(folder).start();
      case CLICKHOUSE -> EmbeddedClickHouse.start(folder, 0, part.portSetting());
      case ZOOKEEPER, FLINK ->
          throw new IllegalArgumentException(part + " is not shared between test classes");
    };
  }

  private static Path dist() {
    String dist = System.getProperty("hookline.dist");
    if (dist == null) {
      throw new DevStackException(
          "the system property hookline.dist is not set: run the tests with Maven");
    }
    return Path.of(dist);
  }

  /** Ends the parts and deletes their data; the logs stay. */
  private synchronized void end() {
    CloseInReverse.all(running.values());
    running.keySet().forEach(this::deleteData);
    running.clear();
  }

  private void deleteData(Part part) {
    try {
      FileTree.delete(folder.data(part.label()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the data of " + part.label(), e);
    }
  }
}
