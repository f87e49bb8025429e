package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.dedup.DropDuplicates;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.runtime.tasks.SourceOperatorStreamTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbyTaskManagerTest {

  @Test
  void everyClassOfTheListIsThereToBeLoaded(@TempDir Path temp) throws Exception {
    List<String> missing = StandbyTaskManager.getReady(temp.toString());
    assertThat(missing).as("make the list anew with flink-jobs/task-classes").isEmpty();
    assertThat(TaskClasses.names())
        .contains(
            SourceOperatorStreamTask.class.getName(),
            DropDuplicates.class.getName(),
            "dev.hookline.sink.clickhouse.ClickHouseSink",
            "org.apache.kafka.clients.consumer.KafkaConsumer")
        .doesNotHaveDuplicates();
  }

  @Test
  void aClassThatIsNotThereIsToldAndTheOthersAreLoaded() {
    assertThat(TaskClasses.load(List.of("no.such.Name", "java.util.Currency")))
        .containsExactly("no.such.Name");
  }

  /** Initialising could wait for ever for the TaskManager's own threads. */
  @Test
  void aClassIsLoadedAndNotInitialised() {
    assertThat(TaskClasses.load(List.of(Probe.class.getName()))).isEmpty();
    assertThat(probed).isFalse();
    assertThat(new Probe()).isNotNull();
    assertThat(probed).isTrue();
  }

  private static boolean probed;

  private static final class Probe {
    static {
      probed = true;
    }
  }
}
