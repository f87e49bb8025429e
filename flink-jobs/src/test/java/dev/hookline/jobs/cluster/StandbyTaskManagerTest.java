package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.dedup.DropDuplicates;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.runtime.tasks.SourceOperatorStreamTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;

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
  void rocksDbsLibraryIsLoaded(@TempDir Path temp) throws Exception {
    StandbyTaskManager.getReady(temp.toString());
    try (Options options = new Options()) {
      assertThat(options.isOwningHandle()).isTrue();
    }
  }

  @Test
  void aClassThatIsNotThereIsToldAndTheOthersAreLoaded() {
    assertThat(TaskClasses.load(List.of("no.such.Name", "java.util.Currency")))
        .containsExactly("no.such.Name");
  }
}
