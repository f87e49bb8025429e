package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Console;
import dev.hookline.cli.FailureLine;
import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.StackState.StackProcess;
import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.Service;
import dev.hookline.devstack.flink.FlinkCluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns a running stack: starts it, starts again what dies, tells other commands about it in the
 * state file, stops it in reverse order. Its processes are bound to this one: when it is killed,
 * the kernel kills them. {@code up} and {@code demo} use it alike.
 */
public final class Supervisor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration JOB_LIMIT = Duration.ofSeconds(90);

  /** Six parts one after the other, each with 20 s for an orderly end. */
  private static final Duration STOP_LIMIT = Duration.ofMinutes(3);

  private final Home home;
  private final Home.Lock lock;
  private final Ports ports;
  private final LocalStack stack;
  private final FlinkRest flinkRest;
  private final Consumer<String> step;
  private final Console console;
  private final Thread exitHook = new Thread(this::closeAtExit, "stop-stack");
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Object stateLock = new Object();
  private final AtomicBoolean closing = new AtomicBoolean();
  private StackState state;
  private volatile Watch watch;
  private volatile Optional<String> jobFailure = Optional.empty();

  private Supervisor(StackSettings settings, Home.Lock lock, Ports ports, Consumer<String> step) {
    this.home = settings.home();
    this.lock = lock;
    this.ports = ports;
    this.step = step;
    this.console = settings.surroundings().console(false);
    this.stack = new LocalStack(settings, ports, this::step);
    this.flinkRest = new FlinkRest(URI.create(ports.endpoint(Part.FLINK)));
    this.state =
        new StackState(
            Phase.STARTING,
            "",
            ProcessRef.self(),
            settings.gatewayConfig().toString(),
            ports.byLabel(),
            ports.hostsByLabel(),
            List.of());
  }

  /**
   * Starts a stack, migrates it, and waits until every part answers and the job runs. It is stopped
   * by {@link #close}, and when this process is asked to end.
   *
   * @param settings what to start
   * @param step told what is being done, a few words each
   * @return the running stack; its job may have failed to run, see {@link #jobFailure}
   * @throws CliFailure when another stack is up in the same home, or a part does not start; then
   *     what was started is stopped
   */
  public static Supervisor start(StackSettings settings, Consumer<String> step) {
    settings.check();
    Home home = settings.home();
    Home.Lock lock =
        home.tryLock()
            .orElseThrow(
                () ->
                    CliFailure.undecided(
                        "a stack is up in "
                            + home.folder()
                            + ": stop it with './hookline down', or set HOOKLINE_HOME"));
    Supervisor supervisor = null;
    try {
      Ports ports = settings.choosePorts(new DataFolder(home.folder()));
      supervisor = new Supervisor(settings, lock, ports, step);
      supervisor.begin();
      return supervisor;
    } catch (RuntimeException e) {
      if (supervisor == null) {
        lock.close();
      } else {
        supervisor.stop(Phase.FAILED, FailureLine.of(e), e);
      }
      throw e;
    }
  }

  private void begin() {
    Runtime.getRuntime().addShutdownHook(exitHook);
    update(state);
    stack.start();
    synchronized (stateLock) {
      if (closing.get()) {
        throw CliFailure.undecided("stopped while starting");
      }
      watch = new Watch(stack.processes(), this::processesChanged);
    }
    processesChanged();
    step("Waiting for the job ...");
    jobFailure = new JobStart(flinkRest).await(JOB_LIMIT);
    setPhase(Phase.READY, jobFailure.map(text -> "the job does not run: " + text).orElse(""));
  }

  /**
   * Where the parts are.
   *
   * @return an address for every part
   */
  public Endpoints endpoints() {
    return Endpoints.of(ports, home);
  }

  /**
   * Flink's REST interface.
   *
   * @return a client, the same each time
   */
  public FlinkRest flinkRest() {
    return flinkRest;
  }

  /**
   * Flink's processes, to be killed or held still.
   *
   * @return the cluster
   */
  public FlinkCluster flink() {
    return stack.flink();
  }

  /**
   * ClickHouse's process, to be killed or held still.
   *
   * @return the service
   */
  public Service clickHouse() {
    return stack.clickHouse();
  }

  /**
   * The stack's processes.
   *
   * @return in the order of their start; Flink's one by one
   */
  public List<Service> processes() {
    return stack.processes();
  }

  /**
   * Why the job did not run when the stack was started.
   *
   * @return one line, or empty when it ran
   */
  public Optional<String> jobFailure() {
    return jobFailure;
  }

  /**
   * Waits until the stack was stopped.
   *
   * @throws InterruptedException when interrupted while waiting
   */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Stops all parts in reverse order. The data stays: the next start goes on from it. */
  @Override
  public void close() {
    stop(Phase.DOWN, "", null);
  }

  private void closeAtExit() {
    boolean first = !closing.get();
    try {
      if (first) {
        console.note("stopping everything");
      }
      close();
      if (first) {
        console.note("everything is stopped; the data stays in " + home.folder());
      }
    } catch (RuntimeException e) {
      LOG.warn("not everything was stopped in order: {}", e.getMessage());
    }
  }

  private void stop(Phase end, String message, RuntimeException because) {
    if (!closing.compareAndSet(false, true)) {
      awaitOtherStop();
      return;
    }
    Watch watching;
    synchronized (stateLock) {
      watching = watch;
    }
    try {
      setPhase(Phase.STOPPING, message);
      if (watching != null) {
        watching.close();
      }
      stack.close();
    } catch (RuntimeException e) {
      if (because == null) {
        throw e;
      }
      because.addSuppressed(e);
    } finally {
      synchronized (stateLock) {
        update(state.withPhase(end, message).withProcesses(List.of()));
      }
      lock.close();
      closed.countDown();
      forgetExitHook();
    }
  }

  /** The exit hook and a caller may stop at once: the second one waits for the first. */
  private void awaitOtherStop() {
    try {
      if (!closed.await(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("the stack has not stopped within {} s", STOP_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void forgetExitHook() {
    if (Thread.currentThread() != exitHook) {
      try {
        Runtime.getRuntime().removeShutdownHook(exitHook);
      } catch (IllegalStateException e) {
        // This process is ending already: the hook finds the stack stopped.
      }
    }
  }

  private void step(String what) {
    step.accept(what);
    setPhase(Phase.STARTING, what);
  }

  private void setPhase(Phase phase, String message) {
    synchronized (stateLock) {
      update(state.withPhase(phase, message));
    }
  }

  private void processesChanged() {
    List<StackProcess> now = new ArrayList<>();
    for (Service service : stack.processes()) {
      Optional<ProcessRef> process = ProcessRef.of(service.pid());
      boolean up = process.isPresent() && (watch == null || !watch.isRestarting(service.name()));
      now.add(
          new StackProcess(
              service.name(),
              up ? "up" : "restarting",
              process.orElse(new ProcessRef(service.pid(), 0)),
              service.log().toString()));
    }
    synchronized (stateLock) {
      update(state.withProcesses(now));
    }
  }

  private void update(StackState next) {
    synchronized (stateLock) {
      state = next;
      home.write(next);
    }
  }
}
