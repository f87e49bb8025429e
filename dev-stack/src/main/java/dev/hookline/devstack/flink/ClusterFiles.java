package dev.hookline.devstack.flink;

import dev.hookline.devstack.DataFolder;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.internal.FileTree;
import dev.hookline.devstack.internal.JavaPart;
import dev.hookline.devstack.internal.Template;
import dev.hookline.devstack.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the processes of a cluster have in common: the rendered configuration, the folders and the
 * way a JVM is started.
 */
final class ClusterFiles {
  private final Path lib;
  private final DataFolder folder;
  private final Path data;
  private final Path conf;
  private final FlinkJob job;

  ClusterFiles(Path lib, DataFolder folder, FlinkJob job) {
    this.lib = lib;
    this.folder = folder;
    this.data = folder.data("flink");
    this.conf = data.resolve("conf");
    this.job = job;
  }

  /** Writes config.yaml; the folder's own places are added to the values. */
  void writeConfig(Map<String, Object> values) {
    try {
      Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + data, e);
    }
    Map<String, Object> all = new HashMap<>(values);
    all.put("dataDir", data);
    all.put("dataUri", data.toUri()); // ends with a slash, since the folder exists
    Template.write("flink/config.yaml", all, conf.resolve("config.yaml"));
  }

  Path log(String process) {
    return folder.log(process);
  }

  /**
   * Copies the job's jar into the folder. A process that comes back alone then runs the code that
   * the others run and that the job was submitted with, even if the jar was built anew meanwhile.
   */
  void takeJar() {
    try {
      Files.createDirectories(jar().getParent());
      Files.copy(job.jar(), jar(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DevStackException("cannot copy " + job.jar() + " to " + jar() + ": " + e, e);
    }
  }

  private Path jar() {
    return data.resolve("job").resolve(job.jar().getFileName());
  }

  /** Whether a cluster has run on this folder before. */
  boolean hasRun() {
    return Files.exists(data.resolve("ha"));
  }

  /** The arguments of a process of Flink, after the folder of its configuration. */
  List<String> withConfig(List<String> args) {
    List<String> all = new ArrayList<>(List.of("--configDir", conf.toString()));
    all.addAll(args);
    return all;
  }

  /**
   * Starts one process from Flink's jars and the job's. The job is on the class path of the process
   * and not in a class loader of its own, which Flink would make anew at every restart of the job:
   * what was loaded once, or ahead of the first task, stays loaded.
   *
   * @param process its name and the name of its logs
   * @param jvmArgs the sizes of its memory
   * @param main the main class
   * @param args its arguments
   */
  ChildProcess start(String process, List<String> jvmArgs, String main, List<String> args) {
    List<String> jvm = new ArrayList<>(jvmArgs);
    jvm.add("-XX:+UseSerialGC");
    Template.read("flink/add-opens.txt").lines().filter(line -> !line.isBlank()).forEach(jvm::add);
    Map<String, String> variables = new HashMap<>(job.environment());
    variables.put("FLINK_CONF_DIR", conf.toString());
    variables.put("FLINK_PLUGINS_DIR", plugins().toString());
    Path home = data.resolve("processes").resolve(process);
    return new JavaPart(process, lib, List.of(jar()), folder, home)
        .start(jvm, main, args, variables);
  }

  /** There are none; a folder that is missing is warned of at every start. */
  private Path plugins() {
    try {
      return Files.createDirectories(data.resolve("plugins"));
    } catch (IOException e) {
      throw new DevStackException("cannot create a folder in " + data + ": " + e.getMessage(), e);
    }
  }

  /** An empty folder for what a process may lose: the leftovers of a killed one are deleted. */
  Path freshTemp(String process) {
    Path temp = data.resolve("tmp").resolve(process);
    try {
      FileTree.delete(temp);
      return Files.createDirectories(temp);
    } catch (IOException e) {
      throw new DevStackException("cannot empty " + temp + ": " + e.getMessage(), e);
    }
  }
}
