package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.sink.clickhouse.SinkHarness.Checkpoint;
import java.nio.file.Path;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A checkpoint that an earlier release wrote is restored: the bytes of its blocks go into the table
 * as they are. The file is the committer's whole state, Flink's part of it as well; it is never
 * written anew: a later format gets a file of its own.
 */
class CommitterStateTest {
  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  private static final String GOLDEN = "/golden/committer-state-v1.bin";
  private static final int ROWS = 250;

  @Test
  void blocksOfTheFirstStateFormatAreCommittedByThisRelease() throws Exception {
    Path file = Path.of(CommitterStateTest.class.getResource(GOLDEN).toURI());
    OperatorSubtaskState state = OperatorSnapshotUtil.readStateHandle(file.toString());
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      ExactTable table = ExactTable.create(server, "restored_from_v1");
      Checkpoint checkpoint = new Checkpoint(1, OperatorSubtaskState.builder().build(), state);

      for (int again = 0; again < 2; again++) {
        SinkHarness.restore(table.sink(STACK.clickHouse().httpUrl()), checkpoint).close();
      }

      table.holdsExactly(ROWS);
      assertThat(table.tokensInOrder()).as("blocks of three months").hasSize(3);
    }
  }

  /** How the file was made; for the next format, with a new name. */
  @Test
  @EnabledIfSystemProperty(named = "hookline.golden", matches = ".+", disabledReason = "on demand")
  void writesTheState() throws Exception {
    try (TestServer server = new TestServer(STACK.clickHouse())) {
      ExactTable table = ExactTable.create(server, "written");
      try (SinkHarness sink = SinkHarness.start(table.sink(STACK.clickHouse().httpUrl()))) {
        sink.write(0, ROWS);
        OperatorSnapshotUtil.writeStateHandle(
            sink.barrier(1).committer(), System.getProperty("hookline.golden"));
      }
    }
  }
}
