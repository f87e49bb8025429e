package dev.hookline.chaos.stack;

import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.FlinkRest;
import dev.hookline.cli.stack.GatewayProcess;
import dev.hookline.cli.stack.JobStart;
import dev.hookline.cli.stack.TopicSetup;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStack;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.LoopbackPort;
import dev.hookline.devstack.Part;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.flink.FlinkJob;
import dev.hookline.devstack.kafka.KafkaCluster;
import dev.hookline.devstack.proxy.FaultyProxy;
import dev.hookline.schema.MigrationSettings;
import dev.hookline.schema.Migrator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The product as real processes: two gateways, the job on two TaskManagers of which one stands by,
 * and what they need. Gateways and job reach Kafka, Redis and ClickHouse through proxies; whoever
 * looks at the stack asks the parts themselves.
 *
 * <pre>
 *   traffic ─► gateway-1, gateway-2 ─► proxy ─► Redis
 *                        └───────────► proxy ─► Kafka ─► proxy ─► job ─► proxy ─► ClickHouse
 * </pre>
 */
public final class ChaosStack implements AutoCloseable {

  /** How many gateways there are. */
  public static final int GATEWAYS = 2;

  private static final int SMALL_DISK_MIB = 512;

  /**
   * So that what an expired session leaves empty in ZooKeeper is gone before the session is back.
   */
  private static final Duration CONTAINER_CHECK = Duration.ofSeconds(1);

  private static final int BROKER_OF_THREE_HEAP_MIB = 192;
  private static final Duration JOB_LIMIT = Duration.ofMinutes(2);

  /** Two producers, the job's consumers and producers, and what dead clients leave for a while. */
  private static final int MOST_CONNECTIONS = 512;

  private final StackPlan plan;
  private final Consumer<String> progress;
  private final DataFolder folder;
  private final Map<String, FaultyProxy> proxies = new LinkedHashMap<>();
  private final List<GatewayProcess> gateways = new ArrayList<>();

  /** What was opened, the last first. */
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private DevStack parts;
  private KafkaCluster brokers;
  private SmallDisk disk;
  private JobCluster job;
  private FlinkRest flink;
  private Log log;

  private ChaosStack(StackPlan plan, Consumer<String> progress) {
    this.plan = plan;
    this.progress = progress;
    this.folder = new DataFolder(plan.folder());
  }

  /**
   * Starts everything, with the tables made and every task of the job running.
   *
   * @param plan what it is made of
   * @param prepare what to do with the tables before the job starts, such as adding a view
   * @param progress told what is being started
   * @throws DevStackException naming the part that did not start; nothing is left running
   */
  public static ChaosStack start(
      StackPlan plan, Consumer<ClickHouseHttp> prepare, Consumer<String> progress) {
    ChaosStack stack = new ChaosStack(plan, progress);
    try {
      stack.startParts();
      stack.migrate();
      prepare.accept(stack.sql());
      stack.startJob();
      for (int number = 1; number <= GATEWAYS; number++) {
        stack.startGateway(number);
      }
      stack.awaitJob(JOB_LIMIT);
      return stack;
    } catch (RuntimeException e) {
      try {
        stack.close();
      } catch (RuntimeException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  private void startParts() {
    if (plan.smallDisk()) {
      try {
        disk = opened(SmallDisk.mount(folder.data("clickhouse"), SMALL_DISK_MIB));
      } catch (IOException e) {
        throw new DevStackException("no small disk: " + e.getMessage(), e);
      }
    }
    List<Part> chosen = new ArrayList<>(List.of(Part.ZOOKEEPER, Part.REDIS, Part.CLICKHOUSE));
    DevStack.Builder builder =
        DevStack.builder(plan.folder(), plan.dist())
            .progress(progress)
            .zooKeeper(zooKeeper -> zooKeeper.containerCheck(CONTAINER_CHECK));
    if (plan.brokers() == 1) {
      chosen.add(Part.KAFKA);
      int proxied = LoopbackPort.free();
      FaultyProxy proxy = proxy("kafka", proxied);
      builder.broker(broker -> broker.proxied(proxied, proxy.port()));
    }
    parts = opened(builder.parts(chosen).start());
    if (plan.brokers() > 1) {
      progress.accept("Starting " + plan.brokers() + " brokers ...");
      brokers =
          opened(
              KafkaCluster.start(
                  plan.dist().resolve("lib/kafka"),
                  folder,
                  plan.brokers(),
                  BROKER_OF_THREE_HEAP_MIB));
    }
    proxy("redis", URI.create(parts.redis().url()).getPort());
    proxy("clickhouse", parts.clickHouse().port());
    log = opened(new Log(kafka().endpoint()));
  }

  private FaultyProxy proxy(String part, int port) {
    FaultyProxy proxy = opened(FaultyProxy.to(port, MOST_CONNECTIONS));
    proxies.put(part, proxy);
    return proxy;
  }

  private void migrate() {
    progress.accept("Migrating ...");
    new Migrator(
            MigrationSettings.of(
                URI.create(parts.clickHouse().httpUrl()),
                MigrationSettings.WRITER,
                parts.clickHouse().writerPassword(),
                parts.clickHouse().analystPassword()))
        .migrate();
    TopicSetup.apply(kafka().endpoint());
  }

  private void startJob() {
    progress.accept("Starting the job ...");
    Map<String, String> environment =
        Map.of(
            "HOOKLINE_KAFKA", kafkaForClients(),
            "HOOKLINE_CLICKHOUSE", proxy("clickhouse").httpUrl(),
            "HOOKLINE_WRITER_PASSWORD", parts.clickHouse().writerPassword(),
            "HOOKLINE_REFUSED_BLOCKS", plan.refusedBlocks().toString());
    job =
        opened(
            new JobCluster(
                plan.dist().resolve("lib/flink"),
                folder,
                parts.zooKeeper().endpoint(),
                FlinkJob.of(plan.dist().resolve("job/flink-jobs.jar"))
                    .withArgs("--config", plan.root().resolve("conf/job.yaml").toString())
                    .withEnvironment(environment)));
    job.start();
    flink = new FlinkRest(URI.create(job.processes().restUrl()));
  }

  private void startGateway(int number) {
    String name = "gateway-" + number;
    progress.accept("Starting " + name + " ...");
    int port = folder.choosePort(name, 0, "");
    int admin = folder.choosePort(name + "-admin", 0, "");
    Path file =
        GatewayFile.write(
            plan.folder().resolve(name + ".yaml"),
            port,
            admin,
            kafkaForClients(),
            "redis://127.0.0.1:" + proxy("redis").port(),
            plan.orgs());
    gateways.add(
        opened(
            GatewayProcess.start(
                new GatewayProcess.Launch(
                    name,
                    plan.dist().resolve("lib/gateway"),
                    file,
                    Map.of(),
                    "http://127.0.0.1:" + port,
                    "http://127.0.0.1:" + admin,
                    folder.log(name)))));
  }

  private <T extends AutoCloseable> T opened(T one) {
    opened.push(one);
    return one;
  }

  private String kafkaForClients() {
    return plan.brokers() == 1 ? "127.0.0.1:" + proxy("kafka").port() : kafka().endpoint();
  }

  /**
   * Waits until every task of the job runs.
   *
   * @param limit for how long at most
   * @throws DevStackException saying why it does not, when the limit passes
   */
  public void awaitJob(Duration limit) {
    Optional<String> why = new JobStart(flink).await(limit);
    if (why.isPresent()) {
      throw new DevStackException("the job does not run: " + why.get());
    }
  }

  /** What it was made from. */
  public StackPlan plan() {
    return plan;
  }

  /** Where each part keeps its data and its log. */
  public DataFolder folder() {
    return folder;
  }

  /** Where webhooks are taken, the first gateway first. */
  public List<URI> gatewayAddresses() {
    return gateways.stream().map(one -> URI.create(one.endpoint())).toList();
  }

  /**
   * One gateway.
   *
   * @param number 1 to {@link #GATEWAYS}
   */
  public Service gateway(int number) {
    return gateways.get(number - 1);
  }

  /** The broker, or the three brokers as one. */
  public Service kafka() {
    return brokers == null ? parts.kafka() : brokers;
  }

  /**
   * One of three brokers.
   *
   * @param node 1 to 3
   * @throws IllegalStateException in a stack with one
   */
  public Service broker(int node) {
    if (brokers == null) {
      throw new IllegalStateException("this stack has one broker");
    }
    return brokers.broker(node);
  }

  /** Redis. */
  public Service redis() {
    return parts.redis();
  }

  /** ClickHouse. */
  public Service clickHouse() {
    return parts.clickHouse();
  }

  /** Flink's processes. */
  public JobCluster job() {
    return job;
  }

  /** A client of Flink. */
  public FlinkRest flink() {
    return flink;
  }

  /** The main topic, past the proxies. */
  public Log log() {
    return log;
  }

  /** ClickHouse as the writer, past the proxy. */
  public ClickHouseHttp sql() {
    return new ClickHouseHttp(
        URI.create(parts.clickHouse().httpUrl()),
        MigrationSettings.WRITER,
        parts.clickHouse().writerPassword(),
        MigrationSettings.DEFAULT_DATABASE);
  }

  /** The file system that ClickHouse's folder is on, where the plan asked for a small one. */
  public Optional<SmallDisk> disk() {
    return Optional.ofNullable(disk);
  }

  /**
   * What stands before a part.
   *
   * @param part {@code kafka}, {@code redis} or {@code clickhouse}
   * @throws IllegalArgumentException when nothing does in this stack
   */
  public FaultyProxy proxy(String part) {
    FaultyProxy proxy = proxies.get(part);
    if (proxy == null) {
      throw new IllegalArgumentException("no proxy stands before " + part + " in this stack");
    }
    return proxy;
  }

  /** Every process, in the order of the start; ZooKeeper as well, which no fault touches. */
  public List<Service> services() {
    List<Service> all = new ArrayList<>(parts.services());
    if (brokers != null) {
      for (int node = 1; node <= plan.brokers(); node++) {
        all.add(brokers.broker(node));
      }
    }
    if (job != null) {
      all.addAll(job.all());
    }
    all.addAll(gateways);
    return all;
  }

  /** Stops everything, the last started first, and loses no exception. */
  @Override
  public void close() {
    RuntimeException failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        RuntimeException one =
            e instanceof RuntimeException known
                ? known
                : new DevStackException("cannot stop a part: " + e.getMessage(), e);
        if (failure == null) {
          failure = one;
        } else {
          failure.addSuppressed(one);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
