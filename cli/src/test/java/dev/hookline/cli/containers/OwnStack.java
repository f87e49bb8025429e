package dev.hookline.cli.containers;

import dev.hookline.cli.stack.Part;
import dev.hookline.devstack.LoopbackPort;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables of a stack that has nothing in common with the one that this checkout's .env
 * describes, which may be a team's own: other names and ports, and no server but its own.
 */
final class OwnStack {

  /** What is said of this machine and no server. */
  static final Set<String> OF_THE_MACHINE =
      Set.of(
          "HOOKLINE_CLICKHOUSE_FILES",
          "HOOKLINE_JAVA_BASE",
          "HOOKLINE_FLINK_BASE",
          "HOOKLINE_REVISION");

  private OwnStack() {}

  /**
   * For docker-compose and for a command that is aimed at it; wins over .env, as the environment
   * does.
   *
   * @param files docker-compose's files; an override beside them is read only if it is named
   */
  static Map<String, String> environment(String files) {
    Map<String, String> environment = new TreeMap<>(ComposeFile.variablesUnset());
    environment.keySet().removeAll(OF_THE_MACHINE);
    environment.replaceAll(
        (name, unset) -> name.endsWith("_PORT") ? Integer.toString(LoopbackPort.free()) : unset);
    // a command that is aimed at it takes each part's address too
    for (Part part : Part.values()) {
      environment.putIfAbsent("HOOKLINE_" + part.name(), "");
    }
    environment.put("COMPOSE_PROJECT_NAME", "hookline-test");
    environment.put("COMPOSE_PROFILES", "kafka,redis,clickhouse");
    environment.put("COMPOSE_FILE", files);
    return environment;
  }
}
