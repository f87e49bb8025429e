package dev.hookline.jobs.normalise;

import java.util.Optional;

/** What is known of one provider's bodies. Implementations hold no state. */
public interface Provider {

  /**
   * What must be read of a body.
   *
   * @param eventType known or not
   * @return never null
   */
  PathTree wanted(String eventType);

  /**
   * The object without which an event of a type that is counted means nothing.
   *
   * @param eventType known or not
   * @return its path, which {@link #wanted} holds; empty for all other types
   */
  Optional<String> mainObject(String eventType);

  /**
   * Reads what the body says.
   *
   * @param eventType known or not
   * @param fields the values at the wanted paths
   * @return never null
   */
  Facts read(String eventType, Fields fields);
}
