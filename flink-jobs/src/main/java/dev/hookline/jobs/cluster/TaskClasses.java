package dev.hookline.jobs.cluster;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The classes that a TaskManager loads once it is given tasks of the job, and not before. Their
 * names are a resource that the script {@code flink-jobs/task-classes} writes down from running
 * processes.
 */
final class TaskClasses {
  private static final String RESOURCE = "task-classes.txt";

  private TaskClasses() {}

  /** The names, in the order in which they were loaded. */
  static List<String> names() throws IOException {
    try (InputStream resource = TaskClasses.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new FileNotFoundException(RESOURCE);
      }
      return new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))
          .lines()
          .collect(Collectors.toList());
    }
  }

  /**
   * Loads, verifies and links classes. It does not initialise them: of two threads that initialise
   * classes in another order each may wait for the other, and the TaskManager's own may be at it.
   *
   * @return those for which that failed, as it may with another version of a library
   */
  static List<String> load(List<String> names) {
    List<String> failed = new ArrayList<>();
    for (String name : names) {
      try {
        link(Class.forName(name, false, TaskClasses.class.getClassLoader()));
      } catch (ClassNotFoundException | LinkageError e) {
        failed.add(name);
      }
    }
    return failed;
  }

  private static void link(Class<?> loaded) {
    try {
      Object unused = loaded.getDeclaredConstructors(); // the JVM links before it tells of these
    } catch (NoClassDefFoundError e) {
      // A constructor speaks of a library that this one can do without; it is linked all the same.
    }
  }
}
