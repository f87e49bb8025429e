package dev.hookline.chaos.nemesis;

import dev.hookline.chaos.history.Operation;
import dev.hookline.chaos.stack.ChaosStack;
import dev.hookline.chaos.stack.SmallDisk;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Does faults on a stack, makes sure that each did harm, and puts everything right again. */
public class Nemesis {

  private static final int LEAST_DELAY_MILLIS = 150;
  private static final int DELAY_MILLIS = 600;

  /** A start of a part, and a wait for the job. */
  private static final Duration HEALING_LIMIT = Duration.ofMinutes(4);

  private final ChaosStack stack;
  private final Supplier<List<Operation>> history;
  private final FaultListener listener;

  /**
   * Does nothing yet.
   *
   * @param stack on which
   * @param history what senders did so far
   * @param listener told of each fault while it goes on
   */
  public Nemesis(ChaosStack stack, Supplier<List<Operation>> history, FaultListener listener) {
    this.stack = stack;
    this.history = history;
    this.listener = listener;
  }

  /**
   * Does faults at once and returns when all are healed.
   *
   * @param faults of which none touches what another does
   * @return what became of each, in their order; one that did not bite, or broke, is no exception
   * @throws InterruptedException when the thread is interrupted; all is healed then
   */
  public List<Done> run(List<Fault> faults) throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(faults.size());
    try {
      List<Future<Done>> doing = new ArrayList<>();
      for (Fault fault : faults) {
        doing.add(workers.submit(() -> run(fault)));
      }
      List<Done> done = new ArrayList<>();
      for (Future<Done> one : doing) {
        done.add(one.get()); // each of its steps is bounded
      }
      return done;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException("a fault could not be healed", e.getCause());
    } finally {
      workers.shutdownNow();
      awaitHealed(workers);
    }
  }

  /** An interrupt ends them early; each still puts its part right. */
  private static void awaitHealed(ExecutorService workers) throws InterruptedException {
    if (!workers.awaitTermination(HEALING_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("a fault is not healed after " + HEALING_LIMIT);
    }
  }

  private Done run(Fault fault) throws InterruptedException {
    Worker worker = made(fault);
    Instant begun = Instant.now();
    Instant struck = begun;
    List<String> evidence = new ArrayList<>();
    String failure = null;
    RuntimeException broken = null;
    try {
      listener.begun(fault);
      evidence.add(worker.strike());
      struck = worker.struckAt().orElseGet(Instant::now);
      listener.struck(fault, struck, evidence.get(0));
      if (!worker.endsByItself()) {
        last(fault.length());
      }
      evidence.add(worker.beforeHealing());
    } catch (DidNotBite | IOException e) {
      failure = e.getMessage();
    } catch (RuntimeException e) {
      broken = e;
    } finally {
      broken = heal(worker, broken);
    }
    Instant healed = worker.healedAt().orElseGet(Instant::now);
    if (failure == null && broken == null) {
      try {
        evidence.add(worker.afterHealing());
      } catch (DidNotBite | IOException e) {
        failure = e.getMessage();
      } catch (RuntimeException e) {
        broken = e;
      }
    }
    if (broken != null) {
      failure = (failure == null ? "" : failure + ", then ") + text(broken);
    }
    evidence.removeIf(String::isEmpty);
    String seen = String.join("; ", evidence);
    Done done =
        failure == null
            ? new Done(fault, true, seen, begun, struck, healed)
            : new Done(
                    fault,
                    false,
                    failure + " (" + seen + ")",
                    begun,
                    worker.struckAt().orElse(begun),
                    healed)
                .brokenBy(broken);
    try {
      listener.over(done);
      return done;
    } catch (RuntimeException e) {
      return done.brokenBy(e); // such as no room for the history: the fault is over all the same
    }
  }

  /** One that cannot even be made breaks as it strikes. */
  private Worker made(Fault fault) {
    try {
      return worker(fault);
    } catch (RuntimeException e) {
      return new Worker() {
        @Override
        public String strike() {
          throw e;
        }

        @Override
        public void heal() {
          // It has touched nothing.
        }
      };
    }
  }

  /** What the fault was broken by in the end; null when by nothing. */
  private static RuntimeException heal(Worker worker, RuntimeException before)
      throws InterruptedException {
    try {
      worker.heal();
      return before;
    } catch (RuntimeException e) {
      RuntimeException unhealed =
          new IllegalStateException("could not be healed: " + e.getMessage(), e);
      if (before != null) {
        unhealed.addSuppressed(before);
      }
      return unhealed;
    }
  }

  private static String text(RuntimeException broken) {
    return broken.getMessage() == null ? broken.toString() : broken.getMessage();
  }

  /** Nobody counts it down: it only lets time pass, and an interrupt ends it. */
  private static void last(Duration length) throws InterruptedException {
    boolean never = new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
    assert !never;
  }

  /** Replaced by tests, whose workers need no stack. */
  Worker worker(Fault fault) {
    FaultKind kind = fault.kind();
    return switch (kind) {
      case KILL_GATEWAY,
              KILL_KAFKA,
              KILL_REDIS,
              KILL_TASKMANAGER,
              KILL_JOBMANAGER,
              KILL_CLICKHOUSE ->
          new KillWorker(victim(fault));
      case PAUSE_GATEWAY,
              PAUSE_KAFKA,
              PAUSE_REDIS,
              PAUSE_TASKMANAGER,
              PAUSE_JOBMANAGER,
              PAUSE_CLICKHOUSE ->
          new PauseWorker(victim(fault), kind != FaultKind.PAUSE_TASKMANAGER);
      case RESTART_GATEWAY,
              RESTART_KAFKA,
              RESTART_REDIS,
              RESTART_TASKMANAGER,
              RESTART_JOBMANAGER,
              RESTART_CLICKHOUSE ->
          new RestartWorker(List.of(victim(fault)));
      case CUT_KAFKA, CUT_REDIS, CUT_CLICKHOUSE ->
          NetworkWorker.cut(part(kind), stack.proxy(part(kind)));
      case DELAY_KAFKA, DELAY_REDIS, DELAY_CLICKHOUSE ->
          NetworkWorker.slow(
              part(kind),
              stack.proxy(part(kind)),
              Duration.ofMillis(LEAST_DELAY_MILLIS + fault.oneOf(DELAY_MILLIS)));
      case KILL_IN_CHECKPOINT -> new KillInCheckpoint(stack);
      case KILL_BEFORE_COMMIT -> KillBeforeCommit.on(stack);
      case KILL_BEFORE_ANSWER ->
          new KillBeforeAnswer(stack, 1 + fault.oneOf(ChaosStack.GATEWAYS), history);
      case FLUSH_REDIS -> new FlushRedis(stack.redis());
      case CUT_INSERT -> InsertWorker.cut(stack.proxy("clickhouse"), fault);
      case SWALLOW_ANSWER -> InsertWorker.swallowAnswer(stack.proxy("clickhouse"), fault);
      case FULL_DISK -> FullDisk.of(smallDisk(), stack.sql(), stack.proxy("clickhouse"));
      case BREAK_VIEW -> new BreakView(stack);
      case ROLLING_RESTART -> new RestartWorker(everyPart());
      case RESCALE -> new JobWorkers.Rescale(stack, fault.oneOf(2) == 0 ? 4 : 1);
      case SAVEPOINT -> new JobWorkers.Savepoint(stack);
      case JOB_DOWN -> new JobWorkers.Down(stack);
      case KILL_LEADER -> new KillLeader(stack);
    };
  }

  private SmallDisk smallDisk() {
    return stack
        .disk()
        .orElseThrow(() -> new IllegalStateException("this stack has no disk of its own"));
  }

  /** The part that a kind names at its end. */
  private static String part(FaultKind kind) {
    String label = kind.label();
    return label.substring(label.lastIndexOf('-') + 1);
  }

  private Victim victim(Fault fault) {
    String part = part(fault.kind());
    return switch (part) {
      case "gateway" -> Victim.of(stack.gateway(1 + fault.oneOf(ChaosStack.GATEWAYS)));
      case "kafka" -> Victim.of(stack.kafka());
      case "redis" -> Victim.of(stack.redis());
      case "clickhouse" -> Victim.of(stack.clickHouse());
      case "taskmanager" -> Victim.workingTaskManager(stack);
      case "jobmanager" -> Victim.of(stack.job().processes().jobManager());
      default -> throw new IllegalArgumentException(fault.kind().label() + " has no victim");
    };
  }

  private List<Victim> everyPart() {
    List<Service> parts = new ArrayList<>();
    for (int number = 1; number <= ChaosStack.GATEWAYS; number++) {
      parts.add(stack.gateway(number));
    }
    parts.addAll(List.of(stack.kafka(), stack.redis(), stack.clickHouse()));
    parts.addAll(stack.job().processes().taskManagers());
    parts.add(stack.job().processes().jobManager());
    return parts.stream().map(Victim::of).toList();
  }
}
