package dev.hookline.chaos.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that the senders did and saw. Immutable; a history without an acknowledged delivery
 * proves nothing, which one checker is there to say, {@code NotVacuous}: to all others it is right.
 */
public final class History {

  private final Map<String, Intent> intents;
  private final Map<String, List<Operation>> operations;

  private History(Map<String, Intent> intents, Map<String, List<Operation>> operations) {
    this.intents = intents;
    this.operations = operations;
  }

  /**
   * A history.
   *
   * @param intents one for each identity
   * @param operations in any order
   * @throws IllegalArgumentException for two intents of one identity, or an operation without one
   */
  public static History of(List<Intent> intents, List<Operation> operations) {
    Map<String, Intent> byIdentity = new LinkedHashMap<>();
    for (Intent intent : intents) {
      if (byIdentity.put(intent.identity(), intent) != null) {
        throw new IllegalArgumentException("two intents of " + intent.identity());
      }
    }
    Map<String, List<Operation>> attempts = new LinkedHashMap<>();
    for (Operation operation : operations) {
      if (!byIdentity.containsKey(operation.identity())) {
        throw new IllegalArgumentException("an operation without intent: " + operation);
      }
      attempts.computeIfAbsent(operation.identity(), any -> new ArrayList<>()).add(operation);
    }
    return new History(byIdentity, attempts);
  }

  /** The intent of an identity; empty for one that no sender ever sent. */
  public Optional<Intent> intent(String identity) {
    return Optional.ofNullable(intents.get(identity));
  }

  /** All intents, those that were never attempted among them. */
  public List<Intent> intents() {
    return List.copyOf(intents.values());
  }

  /** The attempts of an identity; empty when there was none. */
  public List<Operation> operations(String identity) {
    return List.copyOf(operations.getOrDefault(identity, List.of()));
  }

  /** All attempts, by identity. */
  public List<Operation> operations() {
    return operations.values().stream().flatMap(List::stream).toList();
  }

  /** Identities with at least one 2xx: each must be countable. */
  public Set<String> acknowledged() {
    return having(Outcome.OK);
  }

  /** Identities that may have been accepted: a 2xx, or an outcome that nobody knows. */
  public Set<String> possible() {
    Set<String> possible = having(Outcome.OK);
    possible.addAll(having(Outcome.UNKNOWN));
    return possible;
  }

  private Set<String> having(Outcome outcome) {
    Set<String> found = new TreeSet<>();
    operations.forEach(
        (identity, attempts) -> {
          if (attempts.stream().anyMatch(attempt -> attempt.outcome() == outcome)) {
            found.add(identity);
          }
        });
    return found;
  }
}
