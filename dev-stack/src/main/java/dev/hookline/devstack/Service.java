package dev.hookline.devstack;

import java.nio.file.Path;

/**
 * One running part of the stack, as a process. Methods throw {@link DevStackException} when the
 * part does not do what is asked within its bound; all of them may be called from any thread, one
 * at a time.
 */
public interface Service extends Server, AutoCloseable {

  /** The process id of the current (or last) incarnation. */
  long pid();

  /** Whether the process runs; a paused one does. */
  boolean isAlive();

  /** The file that holds what the process prints, over all its incarnations. */
  Path log();

  /** Ends the process at once, as a crash would (SIGKILL), and waits until it is gone. */
  void kill();

  /** Freezes the process (SIGSTOP); its connections stay open and nothing answers. */
  @Override
  void pause();

  /** Lets a paused process go on (SIGCONT). */
  @Override
  void resume();

  /** Starts the part again on the same data and endpoint; ends a running process before. */
  void restart();

  /** Ends the process: SIGTERM, a bounded wait, then SIGKILL. Does nothing on an ended one. */
  @Override
  void close();
}
