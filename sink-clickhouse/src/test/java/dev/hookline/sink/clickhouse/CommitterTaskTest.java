package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.OperatorIDPair;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.Test;

/** Where the committer is in a job's graph. */
class CommitterTaskTest {
  private static final String COMMITTER = "Committer";

  @Test
  void blocksAreSentByAnotherTaskThanTheOneThatSealsThem() {
    List<JobVertex> tasks = tasks(sink());

    assertThat(tasks).hasSize(2);
    assertThat(tasks.get(0).getName()).contains("Writer").doesNotContain(COMMITTER);
    assertThat(tasks.get(1).getName()).contains(COMMITTER).doesNotContain("Writer");
    assertThat(tasks.get(1).getParallelism()).isEqualTo(tasks.get(0).getParallelism());
    assertThat(tasks.get(1).getSlotSharingGroup()).isEqualTo(tasks.get(0).getSlotSharingGroup());
  }

  /** A barrier that overtook blocks would leave them to the next checkpoint, uncounted. */
  @Test
  void noBarrierOvertakesBlocksOnTheirWayToTheCommitter() {
    List<StreamEdge> between =
        graph(sink()).getStreamNodes().stream()
            .filter(node -> node.getOperatorName().contains(COMMITTER))
            .flatMap(node -> node.getInEdges().stream())
            .toList();

    assertThat(between).hasSize(1);
    assertThat(between.get(0).supportsUnalignedCheckpoints()).isFalse();
  }

  /** So that a savepoint of a job in which the two were chained finds its blocks. */
  @Test
  void theirStateIsFoundByTheSameIdsAsInAChain() {
    Chained chained = new Chained((ExactlyOnceSink<Long>) sink());

    assertThat(tasks(chained)).as("a chain").hasSize(1);
    assertThat(ids(tasks(sink()))).isEqualTo(ids(tasks(chained)));
  }

  private static ClickHouseSink<Long> sink() {
    return ClickHouseSink.<Long>builder()
        .endpoint("http://127.0.0.1:1")
        .table("numbers")
        .schema(TableSchema.of(Column.of("n", "Int64")))
        .rowMapper((value, row) -> row.integer("n", value))
        .unpartitioned()
        .deliveryMode(DeliveryMode.EXACTLY_ONCE)
        .build();
  }

  private static List<JobVertex> tasks(Sink<Long> sink) {
    return graph(sink).getJobGraph().getVerticesSortedTopologicallyFromSources();
  }

  private static StreamGraph graph(Sink<Long> sink) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    env.enableCheckpointing(1000);
    env.getCheckpointConfig().enableUnalignedCheckpoints();
    env.fromSequence(1, 10).uid("numbers").sinkTo(sink).uid("table");
    return env.getStreamGraph();
  }

  private static Set<String> ids(List<JobVertex> tasks) {
    return tasks.stream()
        .flatMap(task -> task.getOperatorIDs().stream())
        .map(OperatorIDPair::getGeneratedOperatorID)
        .map(Object::toString)
        .collect(Collectors.toSet());
  }

  /** The same sink as Flink puts it together of itself. */
  private record Chained(ExactlyOnceSink<Long> sink)
      implements Sink<Long>, SupportsCommitter<SealedBlock> {
    @Override
    public SinkWriter<Long> createWriter(WriterInitContext context) throws IOException {
      return sink.createWriter(context);
    }

    @Override
    public Committer<SealedBlock> createCommitter(CommitterInitContext context) {
      return sink.createCommitter(context);
    }

    @Override
    public SimpleVersionedSerializer<SealedBlock> getCommittableSerializer() {
      return sink.getCommittableSerializer();
    }
  }
}
