package dev.hookline.devstack.internal;

import dev.hookline.devstack.Service;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.devstack.process.ChildProcess.Signal;

/**
 * A service that is one process. A subclass says how the process is launched and when it is ready;
 * its factory calls {@link #begin()}.
 */
public abstract class ProcessService implements Service {
  private final String name;
  private volatile ChildProcess child;

  protected ProcessService(String name) {
    this.name = name;
  }

  /** Starts the process without waiting; called for each incarnation. */
  protected abstract ChildProcess launch();

  /** Waits, with a bound, until the process does its work. */
  protected abstract void awaitReady(ChildProcess started);

  /** Starts the first or the next incarnation. One that does not become ready is ended again. */
  protected final void begin() {
    launchOnly();
    awaitReadyOrEnd();
  }

  /** Starts an incarnation that {@link #awaitReadyOrEnd()} waits for later. */
  protected final void launchOnly() {
    child = launch();
  }

  /** Waits for what {@link #launchOnly()} started. */
  protected final void awaitReadyOrEnd() {
    ChildProcess started = child;
    try {
      awaitReady(started);
    } catch (RuntimeException e) {
      try {
        started.kill();
      } catch (RuntimeException onKill) {
        e.addSuppressed(onKill);
      }
      throw e;
    }
  }

  /** Asks the process to end, without waiting. */
  protected final void terminate() {
    child.signal(Signal.TERM);
    child.signal(Signal.CONT);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final long pid() {
    return child.pid();
  }

  @Override
  public final boolean isAlive() {
    return child.isAlive();
  }

  @Override
  public final void kill() {
    child.kill();
  }

  @Override
  public final void pause() {
    child.signal(Signal.STOP);
  }

  @Override
  public final void resume() {
    child.signal(Signal.CONT);
  }

  @Override
  public final void restart() {
    child.close();
    begin();
  }

  @Override
  public final void close() {
    child.close();
  }
}
