package dev.hookline.devstack.flink;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * The one job that a cluster runs (application mode: its main method runs in the JobManager).
 *
 * @param jar the jar with the job and what it needs beyond Flink's own jars
 * @param mains the classes that processes begin with
 * @param id the job's fixed id, 32 hex digits: what a restarted cluster recovers by
 * @param args the arguments of main
 * @param environment variables of the JobManager and the TaskManagers
 * @param parallelism the default parallelism, at least 1
 */
public record FlinkJob(
    Path jar,
    Mains mains,
    String id,
    List<String> args,
    Map<String, String> environment,
    int parallelism) {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final String DEFAULT_ID = "00000000000000000000000000000001";

  /**
   * The classes whose main is called.
   *
   * @param job defines the job
   * @param jobManager the JobManager's, Flink's own or one that calls it
   * @param taskManager the TaskManager's, Flink's own or one that calls it
   */
  public record Mains(String job, String jobManager, String taskManager) {
    private static final String FLINKS_JOB_MANAGER =
        "org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint";
    private static final String FLINKS_TASK_MANAGER =
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";

    private static Mains of(Path jar) {
      Attributes manifest = manifest(jar);
      String job = manifest.getValue(Attributes.Name.MAIN_CLASS);
      if (job == null) {
        throw new DevStackException("flink: the manifest of " + jar + " names no Main-Class");
      }
      return new Mains(
          job,
          Objects.requireNonNullElse(manifest.getValue("JobManager-Class"), FLINKS_JOB_MANAGER),
          Objects.requireNonNullElse(manifest.getValue("TaskManager-Class"), FLINKS_TASK_MANAGER));
    }

    private static Attributes manifest(Path jar) {
      if (!Files.isRegularFile(jar)) {
        throw new DevStackException("flink: there is no job jar " + jar + ": build it first");
      }
      try (JarFile file = new JarFile(jar.toFile())) {
        Manifest manifest = file.getManifest();
        return manifest == null ? new Attributes() : manifest.getMainAttributes();
      } catch (IOException e) {
        throw new DevStackException("flink: cannot read " + jar + ": " + e.getMessage(), e);
      }
    }
  }

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

  /**
   * The job of a jar as its manifest describes it; parallelism 2, no arguments.
   *
   * @param jar with a Main-Class, and where the job brings its own a JobManager-Class and a
   *     TaskManager-Class
   * @throws DevStackException if there is no such jar, or it names no main class
   */
  public static FlinkJob of(Path jar) {
    return new FlinkJob(jar, Mains.of(jar), DEFAULT_ID, List.of(), Map.of(), 2);
  }

  /** The same job with these arguments. */
  public FlinkJob withArgs(String... values) {
    return new FlinkJob(jar, mains, id, List.of(values), environment, parallelism);
  }

  /** The same job with this environment. */
  public FlinkJob withEnvironment(Map<String, String> variables) {
    return new FlinkJob(jar, mains, id, args, variables, parallelism);
  }

  /** The same job with another default parallelism. */
  public FlinkJob withParallelism(int value) {
    return new FlinkJob(jar, mains, id, args, environment, value);
  }
}
