package dev.hookline.sink.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that the table cannot hold, taken out of the stream before the sink fails over them. */
class InvalidRowsTest {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  private static final OutputTag<InvalidRow<Order>> INVALID = new OutputTag<>("invalid rows") {};

  /** A row is an id of at most 255 and a state that the table knows. */
  public record Order(int id, String state) {}

  @Test
  void invalidRowsGoToTheSideOutputWithColumnValueAndReason() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    SingleOutputStreamOperator<Order> valid =
        env.fromData(
                new Order(1, "paid"),
                new Order(256, "paid"),
                new Order(2, "lost"),
                new Order(3, null),
                new Order(4, "open"))
            .process(sink(OnInvalidRow.sideOutput(INVALID)).validation());

    List<InvalidRow<Order>> invalid =
        new ArrayList<>(valid.getSideOutput(INVALID).executeAndCollect(10));
    List<Order> passed = valid.executeAndCollect(10);

    assertThat(passed).extracting(Order::id).containsExactly(1, 4);
    invalid.sort(Comparator.comparing(row -> row.value().id()));
    assertThat(invalid).extracting(row -> row.value().id()).containsExactly(2, 3, 256);
    assertThat(invalid).extracting(InvalidRow::column).containsExactly("state", "state", "id");
    assertThat(invalid)
        .extracting(InvalidRow::reason)
        .containsExactly(
            "column 'state' Enum8('open' = 1, 'paid' = 2) cannot hold 'lost': it knows only [open,"
                + " paid]; row: Order[id=2, state=lost]",
            "column 'state' Enum8('open' = 1, 'paid' = 2) cannot hold null: null is taken by"
                + " Nullable columns only; row: Order[id=3, state=null]",
            "column 'id' UInt8 cannot hold 256: out of range 0 to 255; row: Order[id=256,"
                + " state=paid]");
  }

  @Test
  void aRowThatIsTooLargeAsAWholeIsInvalidAndOneThatJustFitsIsNot() throws Exception {
    OutputTag<InvalidRow<String>> tag = new OutputTag<>("large") {};
    ClickHouseSink<String> sink =
        ClickHouseSink.<String>builder()
            .endpoint("http://127.0.0.1:8123")
            .table("texts")
            .schema(TableSchema.of(Column.of("text", "String")))
            .rowMapper((text, row) -> row.string("text", text))
            .unpartitioned()
            .deliveryMode(DeliveryMode.AT_LEAST_ONCE)
            .maxBlockBytes(1024)
            .maxOpenBytes(4096)
            .onInvalidRow(OnInvalidRow.sideOutput(tag))
            .build();
    // 1024 without the block's head, the row's own block id and the text's length in two bytes.
    int largest = 1024 - (1 + 5 + 13 + 7 + 5) - 16 - 2;
    OneInputStreamOperatorTestHarness<String, String> harness =
        new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(sink.validation()));
    try {
      harness.open();
      harness.processElement("x".repeat(largest), 0);
      harness.processElement("x".repeat(largest + 1), 0);

      assertThat(harness.extractOutputValues()).containsExactly("x".repeat(largest));
      assertThat(harness.getSideOutput(tag))
          .singleElement()
          .satisfies(
              record ->
                  assertThat(record.getValue().reason())
                      .startsWith("the row takes 978 bytes, more than a block may have (977)"));
    } finally {
      harness.close();
    }
  }

  @Test
  void withoutASideOutputThereIsNothingToValidateFor() {
    assertThatThrownBy(() -> sink(OnInvalidRow.fail()).validation())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("onInvalidRow is FAIL")
        .hasMessageContaining("onInvalidRow(OnInvalidRow.sideOutput(tag))");
  }

  @Test
  void theSideOutputTravelsWithoutKryo() {
    TypeInformation<InvalidRow<Order>> type = INVALID.getTypeInfo();

    assertThat(type.getTotalFields()).isEqualTo(4);
    assertThat(type).isNotInstanceOf(GenericTypeInfo.class);
  }

  private static ClickHouseSink<Order> sink(OnInvalidRow<Order> onInvalidRow) {
    return ClickHouseSink.<Order>builder()
        .endpoint("http://127.0.0.1:8123")
        .table("orders")
        .schema(
            TableSchema.of(
                Column.of("id", "UInt8"), Column.of("state", "Enum8('open' = 1, 'paid' = 2)")))
        .rowMapper((order, row) -> row.integer("id", order.id()).string("state", order.state()))
        .unpartitioned()
        .deliveryMode(DeliveryMode.AT_LEAST_ONCE)
        .onInvalidRow(onInvalidRow)
        .build();
  }
}
