package dev.hookline.sink.clickhouse;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A job's jar that holds nothing but where its classes are: this JVM's class path without what a
 * cluster of Flink brings itself. For clusters on this machine.
 */
final class ClassPathJar {
  private ClassPathJar() {}

  /**
   * Writes the jar.
   *
   * @param main the class whose main defines the job
   * @param lib the folder of the cluster's jars
   */
  static Path write(Path jar, Class<?> main, Path lib) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("java.class.path"))
            .map(Path::of)
            .filter(path -> !isClusters(path, lib))
            .map(path -> path.toAbsolutePath().toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream empty = new JarOutputStream(file, manifest)) {
      empty.finish();
    }
    return jar;
  }

  private static boolean isClusters(Path path, Path lib) {
    String name = path.getFileName().toString();
    // Of logging there must be one; the test's own binding is another one.
    return Files.exists(lib.resolve(name))
        || name.startsWith("log4j-")
        || name.startsWith("slf4j-");
  }
}
