package dev.hookline.cli.stack;

import dev.hookline.devstack.DevStack;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.flink.FlinkCluster;
import dev.hookline.devstack.flink.FlinkJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All parts of the stack as processes. Started in the order in which they need each other and
 * stopped in reverse: no part ever looks for one that was stopped before it.
 *
 * <pre>
 *   zookeeper, kafka, redis, clickhouse ─► migrations ─► flink with the job ─► gateway
 * </pre>
 */
final class LocalStack implements AutoCloseable {

  /** The name of Flink's JobManager among the processes. */
  static final String JOB_MANAGER = "flink-jobmanager";

  private final StackSettings settings;
  private final Ports ports;
  private final Consumer<String> step;
  private volatile DevStack parts;
  private volatile GatewayProcess gateway;

  /**
   * Nothing is started yet, so that what {@link #start} has started can be closed at any moment.
   *
   * @param settings what to start
   * @param ports of every part
   * @param step told what is being started
   */
  LocalStack(StackSettings settings, Ports ports, Consumer<String> step) {
    this.settings = settings;
    this.ports = ports;
    this.step = step;
  }

  /**
   * Starts all parts and waits until each answers.
   *
   * @throws RuntimeException naming the part that did not start; others are left running until
   *     {@link #close}
   */
  void start() {
    DevStack.Builder builder =
        DevStack.builder(settings.home().folder(), settings.surroundings().dist())
            .parts(
                List.of(
                    dev.hookline.devstack.Part.ZOOKEEPER,
                    dev.hookline.devstack.Part.KAFKA,
                    dev.hookline.devstack.Part.REDIS,
                    dev.hookline.devstack.Part.CLICKHOUSE))
            .progress(step);
    for (dev.hookline.devstack.Part part : dev.hookline.devstack.Part.values()) {
      builder.port(part, ports.of(Part.valueOf(part.name())));
    }
    parts = builder.start();
    step.accept("Migrating ...");
    Migrations.apply(
        Endpoints.of(ports, settings.home()),
        Credentials.of(settings.surroundings().environment()),
        step);
    parts.startFlink(
        FlinkJob.of(settings.jobJar())
            .withArgs("--config", settings.jobConfig().toString())
            .withEnvironment(settings.environment(ports)),
        cluster -> cluster.fromSavepoint(settings.restoreFrom()));
    step.accept("Starting gateway ...");
    gateway = GatewayProcess.start(settings, ports);
  }

  /** ClickHouse, once it was started. */
  Service clickHouse() {
    return processes().stream()
        .filter(process -> process.name().equals(Part.CLICKHOUSE.label()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("ClickHouse was not started yet"));
  }

  /** Flink, once it was started. */
  FlinkCluster flink() {
    return parts.flink();
  }

  /** Every process that was started, in the order of their start; Flink's one by one. */
  List<Service> processes() {
    List<Service> processes = new ArrayList<>();
    if (parts != null) {
      for (Service service : parts.services()) {
        if (service instanceof FlinkCluster cluster) {
          processes.add(cluster.jobManager());
          processes.addAll(cluster.taskManagers());
        } else {
          processes.add(service);
        }
      }
    }
    if (gateway != null) {
      processes.add(gateway);
    }
    return processes;
  }

  /** Stops all parts in reverse order; a part that fails to stop does not keep the others. */
  @Override
  public void close() {
    try {
      if (gateway != null) {
        step.accept("Stopping gateway ...");
        gateway.close();
      }
    } catch (RuntimeException e) {
      try {
        closeParts();
      } catch (RuntimeException later) {
        e.addSuppressed(later);
      }
      throw e;
    }
    closeParts();
  }

  private void closeParts() {
    if (parts != null) {
      parts.close();
    }
  }
}
