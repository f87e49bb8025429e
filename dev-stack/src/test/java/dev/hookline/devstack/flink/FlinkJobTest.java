package dev.hookline.devstack.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkJobTest {

  @TempDir private Path folder;

  private Path jar(Map<String, String> entries) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    entries.forEach(manifest.getMainAttributes()::putValue);
    Path jar = folder.resolve("job.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Test
  void theManifestNamesTheJobsMain() throws IOException {
    FlinkJob job = FlinkJob.of(jar(Map.of("Main-Class", "some.Job")));
    assertThat(job.mainClass()).isEqualTo("some.Job");
    assertThat(job.taskManagerMain())
        .isEqualTo("org.apache.flink.runtime.taskexecutor.TaskManagerRunner");
  }

  @Test
  void aJobMayBringATaskManagerOfItsOwn() throws IOException {
    FlinkJob job =
        FlinkJob.of(jar(Map.of("Main-Class", "some.Job", "TaskManager-Class", "some.Other")))
            .withArgs("--config", "file")
            .withParallelism(1);
    assertThat(job.taskManagerMain()).isEqualTo("some.Other");
  }

  @Test
  void aJarWithoutAMainIsRefused() throws IOException {
    Path jar = jar(Map.of());
    assertThatThrownBy(() -> FlinkJob.of(jar))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining(jar.toString())
        .hasMessageContaining("Main-Class");
  }

  @Test
  void aJarThatIsNotThereIsToBeBuilt() {
    Path missing = folder.resolve("missing.jar");
    assertThatThrownBy(() -> FlinkJob.of(missing))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("build it first");
  }
}
