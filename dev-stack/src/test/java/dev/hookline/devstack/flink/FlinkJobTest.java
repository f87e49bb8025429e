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
    FlinkJob.Mains mains = FlinkJob.of(jar(Map.of("Main-Class", "some.Job"))).mains();
    assertThat(mains.job()).isEqualTo("some.Job");
    assertThat(mains.jobManager())
        .isEqualTo("org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint");
    assertThat(mains.taskManager())
        .isEqualTo("org.apache.flink.runtime.taskexecutor.TaskManagerRunner");
  }

  @Test
  void aJobMayBringProcessesOfItsOwn() throws IOException {
    Path jar =
        jar(
            Map.of(
                "Main-Class", "some.Job",
                "JobManager-Class", "some.Manager",
                "TaskManager-Class", "some.Worker"));
    FlinkJob job = FlinkJob.of(jar).withArgs("--config", "file").withParallelism(1);
    assertThat(job.mains())
        .isEqualTo(new FlinkJob.Mains("some.Job", "some.Manager", "some.Worker"));
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
