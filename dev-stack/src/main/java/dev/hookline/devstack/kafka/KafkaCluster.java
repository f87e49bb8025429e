package dev.hookline.devstack.kafka;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.internal.CloseInReverse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several brokers, {@code kafka-1} and up, each a process on loopback and also a controller. A
 * majority of them must run, or none is in service; a topic with as many replicas as there are
 * brokers and {@code min.insync.replicas} of a majority loses no confirmed record while they do.
 *
 * <p>As a {@link Service} it acts on all its processes at once; {@link #pid()} and {@link #log()}
 * are the first one's.
 */
public final class KafkaCluster implements Service {
  private final List<KafkaBroker> brokers;

  private KafkaCluster(List<KafkaBroker> brokers) {
    this.brokers = brokers;
  }

  /**
   * Starts the brokers and waits until each is in service.
   *
   * @param lib the folder of the broker's jars, {@code <dist>/lib/kafka}
   * @param folder where data and logs go
   * @param size how many, an odd number
   * @param heapMib the heap of each, in MiB
   * @throws DevStackException with the log's end when one does not come up
   */
  public static KafkaCluster start(Path lib, DataFolder folder, int size, int heapMib) {
    if (size < 1 || size % 2 == 0) {
      throw new IllegalArgumentException("size: an odd number of brokers, not " + size);
    }
    TreeMap<Integer, Integer> controllers = new TreeMap<>();
    for (int node = 1; node <= size; node++) {
      controllers.put(node, folder.choosePort("kafka-controller-" + node, 0, ""));
    }
    String clusterId = clusterId(folder);
    KafkaCluster cluster =
        new KafkaCluster(
            IntStream.rangeClosed(1, size)
                .mapToObj(
                    node ->
                        KafkaBroker.builder(lib, folder)
                            .heapMib(heapMib)
                            .member(new Membership("kafka-" + node, node, clusterId, controllers))
                            .prepare())
                .toList());
    cluster.begin();
    return cluster;
  }

  /** Remembered beside the data: a member that is formatted later belongs to the same cluster. */
  private static String clusterId(DataFolder folder) {
    Path file = folder.data("kafka-cluster-id");
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(folder.root());
        Files.writeString(file, Membership.newClusterId());
      }
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new DevStackException("cannot keep the cluster's id in " + file, e);
    }
  }

  /** Hosts and ports of all brokers, for clients. */
  public String bootstrapServers() {
    return brokers.stream().map(KafkaBroker::endpoint).collect(Collectors.joining(","));
  }

  /**
   * One broker by itself.
   *
   * @param node 1 and up
   */
  public KafkaBroker broker(int node) {
    return brokers.get(node - 1);
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public long pid() {
    return brokers.get(0).pid();
  }

  /** Whether a majority runs. */
  @Override
  public boolean isAlive() {
    return brokers.stream().filter(Service::isAlive).count() > brokers.size() / 2;
  }

  @Override
  public String endpoint() {
    return bootstrapServers();
  }

  @Override
  public Path log() {
    return brokers.get(0).log();
  }

  @Override
  public void kill() {
    brokers.forEach(Service::kill);
  }

  @Override
  public void pause() {
    brokers.forEach(Service::pause);
  }

  @Override
  public void resume() {
    brokers.forEach(Service::resume);
  }

  @Override
  public void restart() {
    close();
    begin();
  }

  /** SIGTERM to all, then a bounded wait for each. */
  @Override
  public void close() {
    brokers.forEach(KafkaBroker::askToEnd);
    CloseInReverse.all(brokers);
  }

  /** Launches all before it waits for one: a member alone is not in service. */
  private void begin() {
    List<KafkaBroker> launched = new ArrayList<>();
    try {
      for (KafkaBroker broker : brokers) {
        broker.launchAlone();
        launched.add(broker);
      }
      brokers.forEach(KafkaBroker::awaitService);
    } catch (RuntimeException e) {
      CloseInReverse.after(e, launched);
      throw e;
    }
  }
}
