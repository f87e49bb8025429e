package dev.hookline.devstack.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The one job that a cluster runs (application mode: its {@code main} runs in the JobManager).
 *
 * @param jar the jar with the job and what it needs beyond Flink's own jars
 * @param mainClass the class whose main defines the job; empty for the jar's manifest entry
 * @param id the job's fixed id, 32 hex digits: what a restarted cluster recovers by
 * @param args the arguments of main
 * @param environment variables of the JobManager and the TaskManagers
 * @param parallelism the default parallelism, at least 1
 */
public record FlinkJob(
    Path jar,
    String mainClass,
    String id,
    List<String> args,
    Map<String, String> environment,
    int parallelism) {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final String DEFAULT_ID = "00000000000000000000000000000001";

  public FlinkJob {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("id: 32 hex digits in lower case, not " + id);
    }
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism: at least 1, not " + parallelism);
    }
    args = List.copyOf(args);
    environment = Map.copyOf(environment);
  }

  /** The job of a jar whose manifest names the main class; parallelism 2, no arguments. */
  public static FlinkJob of(Path jar) {
    return new FlinkJob(jar, "", DEFAULT_ID, List.of(), Map.of(), 2);
  }

  /** The same job with another main class. */
  public FlinkJob withMainClass(String name) {
    return new FlinkJob(jar, name, id, args, environment, parallelism);
  }

  /** The same job with these arguments. */
  public FlinkJob withArgs(String... values) {
    return new FlinkJob(jar, mainClass, id, List.of(values), environment, parallelism);
  }

  /** The same job with this environment. */
  public FlinkJob withEnvironment(Map<String, String> variables) {
    return new FlinkJob(jar, mainClass, id, args, variables, parallelism);
  }

  /** The same job with another default parallelism. */
  public FlinkJob withParallelism(int value) {
    return new FlinkJob(jar, mainClass, id, args, environment, value);
  }
}
