package dev.hookline.devstack;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.flink.FlinkCluster;
import dev.hookline.devstack.flink.FlinkJob;
import dev.hookline.devstack.internal.CloseInReverse;
import dev.hookline.devstack.kafka.KafkaBroker;
import dev.hookline.devstack.redis.RedisServer;
import dev.hookline.devstack.zookeeper.ZooKeeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Everything that the product runs on, as processes on loopback, with all data, logs and pid files
 * in one folder. {@link Builder#start()} starts what the job needs to find; the job itself comes
 * with {@link #startFlink(FlinkJob)}, when topics and tables have been created. {@link #close()}
 * stops in reverse order.
 *
 * <p>Only one stack at a time runs on a folder. One that starts again on its folder finds its data,
 * and its ports unless they are configured otherwise.
 */
public final class DevStack implements AutoCloseable {
  /** A start is bound by the processor: on two cores a third one at once gains nothing. */
  private static final int STARTS_AT_ONCE = 2;

  private final Builder options;
  private final FolderLock lock;
  private final Map<Part, Service> running = new EnumMap<>(Part.class);
  private final AtomicBoolean flinkStarted = new AtomicBoolean();
  private boolean closed;

  private DevStack(Builder options, FolderLock lock) {
    this.options = options;
    this.lock = lock;
  }

  /**
   * Begins the description of a stack with all parts.
   *
   * @param data the folder for data, logs and pid files
   * @param dist the folder of the distribution, which holds {@code lib/kafka} and {@code lib/flink}
   */
  public static Builder builder(Path data, Path dist) {
    return new Builder(data, dist);
  }

  /** Where everything is kept. */
  public DataFolder folder() {
    return options.folder;
  }

  /** The broker. */
  public KafkaBroker kafka() {
    return get(Part.KAFKA, KafkaBroker.class);
  }

  /** The Redis server. */
  public RedisServer redis() {
    return get(Part.REDIS, RedisServer.class);
  }

  /** ClickHouse. */
  public EmbeddedClickHouse clickHouse() {
    return get(Part.CLICKHOUSE, EmbeddedClickHouse.class);
  }

  /** ZooKeeper. */
  public ZooKeeper zooKeeper() {
    return get(Part.ZOOKEEPER, ZooKeeper.class);
  }

  /** The Flink cluster, once it has been started. */
  public FlinkCluster flink() {
    return get(Part.FLINK, FlinkCluster.class);
  }

  /** What runs, in the order of {@link Part}. */
  public synchronized List<Service> services() {
    return List.copyOf(running.values());
  }

  /** As {@link #startFlink(FlinkJob, UnaryOperator)} with the defaults. */
  public FlinkCluster startFlink(FlinkJob job) {
    return startFlink(job, UnaryOperator.identity());
  }

  /**
   * Starts the Flink cluster with its job; ZooKeeper must be a part of this stack.
   *
   * @param job what to run
   * @param sizes may change what is not decided by the stack, such as the number of TaskManagers
   * @throws DevStackException if it does not come up; the other parts go on
   * @throws IllegalStateException if it was started before
   */
  public FlinkCluster startFlink(FlinkJob job, UnaryOperator<FlinkCluster.Builder> sizes) {
    if (!flinkStarted.compareAndSet(false, true)) {
      throw new IllegalStateException("Flink was started before in this stack");
    }
    options.progress.accept("Starting flink ...");
    FlinkCluster.Builder builder =
        FlinkCluster.builder(options.lib("flink"), options.folder, zooKeeper().endpoint(), job)
            .restPort(options.port(Part.FLINK), Part.FLINK.portSetting());
    FlinkCluster flink;
    try {
      flink = sizes.apply(builder).start(); // takes seconds: close() must not wait for it
    } catch (RuntimeException e) {
      flinkStarted.set(false);
      throw e;
    }
    if (!keep(flink)) {
      flink.close();
      throw new DevStackException("flink: the stack was closed while it started");
    }
    return flink;
  }

  private synchronized boolean keep(FlinkCluster flink) {
    if (!closed) {
      running.put(Part.FLINK, flink);
    }
    return !closed;
  }

  /**
   * Stops all parts, the last started first, and loses no exception.
   *
   * @throws DevStackException the first failure, with the others suppressed in it
   */
  @Override
  public synchronized void close() {
    closed = true;
    List<AutoCloseable> opened = new ArrayList<>(List.of(lock));
    for (Service service : running.values()) {
      opened.add(
          () -> {
            options.progress.accept("Stopping " + service.name() + " ...");
            service.close();
          });
    }
    running.clear();
    CloseInReverse.all(opened);
  }

  private synchronized <T> T get(Part part, Class<T> type) {
    Service service = running.get(part);
    if (service == null) {
      throw new IllegalStateException(part.label() + " is not running in this stack");
    }
    return type.cast(service);
  }

  private void startInfrastructure() {
    ExecutorService starters = Executors.newFixedThreadPool(STARTS_AT_ONCE);
    try {
      Map<Part, Future<Service>> starting = new EnumMap<>(Part.class);
      for (Part part : options.parts) {
        starting.put(part, starters.submit(() -> start(part)));
      }
      List<RuntimeException> failures = new ArrayList<>();
      starting.forEach((part, service) -> collect(part, service, failures));
      if (!failures.isEmpty()) {
        RuntimeException first = failures.get(0);
        failures.subList(1, failures.size()).forEach(first::addSuppressed);
        throw first;
      }
    } finally {
      starters.shutdown();
    }
  }

  private Service start(Part part) {
    options.progress.accept("Starting " + part.label() + " ...");
    return switch (part) {
      case ZOOKEEPER ->
          options
              .zooKeeper
              .apply(
                  ZooKeeper.builder(options.lib("flink"), options.folder)
                      .port(options.port(part), part.portSetting()))
              .start();
      case KAFKA ->
          options
              .broker
              .apply(
                  KafkaBroker.builder(options.lib("kafka"), options.folder)
                      .port(options.port(part), part.portSetting()))
              .start();
      case REDIS ->
          RedisServer.builder(options.folder)
              .port(options.port(part), part.portSetting())
              .progress(options.progress)
              .start();
      case CLICKHOUSE ->
          EmbeddedClickHouse.start(options.folder, options.port(part), part.portSetting());
      case FLINK -> throw new IllegalArgumentException(part.label() + " is not started here");
    };
  }

  /** Each start is bounded by itself, so that this wait is. */
  private synchronized void collect(
      Part part, Future<Service> service, List<RuntimeException> failures) {
    try {
      running.put(part, service.get());
    } catch (ExecutionException e) {
      failures.add(
          e.getCause() instanceof RuntimeException known
              ? known
              : new DevStackException("cannot start " + part.label(), e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add(new DevStackException("interrupted while starting " + part.label(), e));
    }
  }

  /** What a stack is started with. */
  public static final class Builder {
    private final DataFolder folder;
    private final Path dist;
    private final Map<Part, Integer> ports = new EnumMap<>(Part.class);
    private Set<Part> parts = EnumSet.complementOf(EnumSet.of(Part.FLINK));
    private Consumer<String> progress = System.err::println;
    private UnaryOperator<KafkaBroker.Builder> broker = UnaryOperator.identity();
    private UnaryOperator<ZooKeeper.Builder> zooKeeper = UnaryOperator.identity();

    private Builder(Path data, Path dist) {
      this.folder = new DataFolder(data);
      this.dist = Objects.requireNonNull(dist, "dist").toAbsolutePath();
    }

    /** The parts to start, Flink excepted. */
    public Builder parts(Collection<Part> chosen) {
      EnumSet<Part> copy = EnumSet.copyOf(chosen);
      if (copy.contains(Part.FLINK)) {
        throw new IllegalArgumentException("parts: Flink is started with its job, by startFlink");
      }
      this.parts = copy;
      return this;
    }

    /** The port of a part (for Flink: of its REST interface); 0 means any free one. */
    public Builder port(Part part, int port) {
      ports.put(part, port);
      return this;
    }

    /** May change what the broker is started with beyond its port, such as a second listener. */
    public Builder broker(UnaryOperator<KafkaBroker.Builder> options) {
      this.broker = options;
      return this;
    }

    /** May change what ZooKeeper is started with beyond its port. */
    public Builder zooKeeper(UnaryOperator<ZooKeeper.Builder> options) {
      this.zooKeeper = options;
      return this;
    }

    /** Gets a line when a part starts or stops, and before what takes long; stderr by default. */
    public Builder progress(Consumer<String> listener) {
      this.progress = listener;
      return this;
    }

    /**
     * Starts the parts and waits until all of them work.
     *
     * @throws DevStackException if one does not; those that were started are stopped again
     */
    public DevStack start() {
      DevStack stack = new DevStack(this, FolderLock.take(folder.root()));
      try {
        stack.startInfrastructure();
      } catch (RuntimeException e) {
        CloseInReverse.after(e, List.of(stack));
        throw e;
      }
      return stack;
    }

    private int port(Part part) {
      return ports.getOrDefault(part, 0);
    }

    private Path lib(String name) {
      return dist.resolve("lib").resolve(name);
    }
  }
}
