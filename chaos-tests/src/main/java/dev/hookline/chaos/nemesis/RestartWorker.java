package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import java.util.ArrayList;
import java.util.List;

/** SIGTERM, the end of the process and its next start: one part, or several in turn. */
final class RestartWorker implements Worker {

  private final List<Victim> aims;
  private final List<Service> touched = new ArrayList<>();

  RestartWorker(List<Victim> aims) {
    this.aims = aims;
  }

  @Override
  public String strike() throws DidNotBite, InterruptedException {
    List<String> changes = new ArrayList<>();
    for (Victim aim : aims) {
      Service victim = aim.find();
      touched.add(victim);
      long before = victim.pid();
      victim.restart();
      if (!victim.isAlive() || victim.pid() == before || ProcessState.exists(before)) {
        throw new DidNotBite(victim.name() + " was not restarted: pid " + before + " before");
      }
      changes.add(victim.name() + " had pid " + before + " and has " + victim.pid());
    }
    return String.join(", ", changes);
  }

  @Override
  public void heal() {
    for (Service one : touched) {
      if (!one.isAlive()) {
        one.restart();
      }
    }
  }

  @Override
  public boolean endsByItself() {
    return true;
  }
}
