package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;

/** SIGKILL; started again when it is healed. */
final class KillWorker implements Worker {

  private final Victim aim;
  private Service victim;
  private long pid;

  KillWorker(Victim aim) {
    this.aim = aim;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    victim = aim.find();
    pid = victim.pid();
    victim.kill();
    if (victim.isAlive() || ProcessState.exists(pid)) {
      throw new DidNotBite(victim.name() + " with pid " + pid + " is still there after SIGKILL");
    }
    return victim.name() + " with pid " + pid + " is gone";
  }

  @Override
  public void heal() {
    if (victim != null && !victim.isAlive()) {
      victim.restart();
    }
  }

  @Override
  public String afterHealing() throws DidNotBite {
    if (!victim.isAlive() || victim.pid() == pid) {
      throw new DidNotBite(victim.name() + " has pid " + victim.pid() + " after it was killed");
    }
    return "";
  }
}
