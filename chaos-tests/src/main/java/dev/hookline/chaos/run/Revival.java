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

  /**
   * Starts those again that do not run; at a moment when nobody is down on purpose.
   *
   * @throws RuntimeException of the first that does not start, when all others were looked at
   */
  void look(List<Service> services) {
    startAgain(
        services,
        one -> {
          progress.accept(one.name() + " had ended by itself and is started again");
          byPart.merge(one.name(), 1, Integer::sum);
        });
  }

  /** As {@link #look}, of those that a fault has left behind: none of them ended by itself. */
  void lookAfterBrokenFault(List<Service> services) {
    startAgain(
        services, one -> progress.accept(one.name() + " was left down and is started again"));
  }

  private static void startAgain(List<Service> services, Consumer<Service> note) {
    RuntimeException failure = null;
    for (Service service : services) {
      if (!service.isAlive()) {
        note.accept(service);
        try {
          service.restart();
        } catch (RuntimeException e) {
          if (failure == null) {
            failure = e;
          } else {
            failure.addSuppressed(e);
          }
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** How often each was started again; without those that never were. */
  Map<String, Integer> byPart() {
    return byPart;
  }
}
