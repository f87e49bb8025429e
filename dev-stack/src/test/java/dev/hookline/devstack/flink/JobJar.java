package dev.hookline.devstack.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a job against Flink's lib folder, so that this module does not depend on Flink. */
final class JobJar {
  private JobJar() {}

  /**
   * Compiles the one source file and packs it into a jar that names its class as the main class.
   */
  static Path compile(Path source, Path lib, Path work) throws IOException {
    Path classes = Files.createDirectories(work.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  output,
                  files,
                  null,
                  List.of("-d", classes.toString(), "-cp", jarsOf(lib), "-proc:none"),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("compiling the job: %s", output).isTrue();
    }
    String main = source.getFileName().toString().replace(".java", "");
    Path jar = work.resolve(main + ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> compiled = Files.list(classes)) {
      for (Path one : compiled.toList()) {
        out.putNextEntry(new JarEntry(one.getFileName().toString()));
        Files.copy(one, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private static String jarsOf(Path lib) throws IOException {
    try (Stream<Path> jars = Files.list(lib)) {
      return String.join(":", jars.map(Path::toString).toList());
    }
  }
}
