package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import java.io.IOException;
import java.time.Duration;

/** SIGSTOP, and SIGCONT when it is healed. */
final class PauseWorker implements Worker {

  private static final Duration STANDS = Duration.ofMillis(700);

  private final Victim aim;
  private final boolean answersRequests;
  private Service victim;

  /** From when every thread stood still: the processor time is that of all of them. */
  private ProcessState held;

  /**
   * @param answersRequests whether the victim has an address of its own to be asked at
   */
  PauseWorker(Victim aim, boolean answersRequests) {
    this.aim = aim;
    this.answersRequests = answersRequests;
  }

  @Override
  public String strike() throws DidNotBite, IOException, InterruptedException {
    victim = aim.find();
    long pid = victim.pid();
    victim.pause();
    Await.until(
        "every thread of " + victim.name() + " to be stopped",
        () -> ProcessState.allThreadsStopped(pid));
    held = ProcessState.of(pid);
    String evidence = victim.name() + " with pid " + pid + " is stopped";
    if (!answersRequests) {
      return evidence;
    }
    if (!Knock.isLeftStanding(victim.endpoint(), STANDS)) {
      throw new DidNotBite(evidence + " and has answered a request all the same");
    }
    return evidence + " and a request stands";
  }

  @Override
  public String beforeHealing() throws DidNotBite, IOException {
    ProcessState now = ProcessState.of(victim.pid());
    if (!now.stopped() || now.ticks() != held.ticks()) {
      throw new DidNotBite(victim.name() + " ran while it was to stand still: " + now);
    }
    return "";
  }

  @Override
  public void heal() throws InterruptedException {
    if (victim != null) {
      victim.resume();
    }
  }
}
