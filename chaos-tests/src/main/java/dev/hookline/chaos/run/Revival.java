package dev.hookline.chaos.run;

import dev.hookline.devstack.Service;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What a person's service manager does: a process that ended by itself is started again. Each time
 * is counted, since a part that ends without being killed is something to know.
 */
final class Revival {

  private final Map<String, Integer> byPart = new TreeMap<>();
  private final Consumer<String> progress;

  /**
   * @param progress told of each
   */
  Revival(Consumer<String> progress) {
    this.progress = progress;
  }

  /** Starts those again that do not run; at a moment when nobody is down on purpose. */
  void look(List<Service> services) {
    for (Service service : services) {
      if (!service.isAlive()) {
        progress.accept(service.name() + " had ended by itself and is started again");
        byPart.merge(service.name(), 1, Integer::sum);
        service.restart();
      }
    }
  }

  /** How often each was started again; without those that never were. */
  Map<String, Integer> byPart() {
    return byPart;
  }
}
