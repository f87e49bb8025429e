package dev.hookline.bench.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.bench.sink.VariantRun.Checkpoint;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SinkReportTest {

  @Test
  void judgesExactlyOnceByTheSlowerOfItsIntervals() {
    SinkReport report =
        SinkReport.of(
            runs(
                Map.of(
                    Variant.CLIENT, 1000.0,
                    Variant.EXACTLY_ONCE_1S, 690.0,
                    Variant.EXACTLY_ONCE_5S, 900.0,
                    Variant.AT_LEAST_ONCE, 750.0,
                    Variant.JDBC, 230.0)));

    assertThat(report.ratios())
        .containsEntry("eo_vs_client", 0.69)
        .containsEntry("eo_5s_vs_client", 0.9)
        .containsEntry("alo_vs_client", 0.75)
        .containsEntry("eo_vs_jdbc", 3.0);
    assertThat(report.goals().get("eo_vs_client").met()).isFalse();
    assertThat(report.goals().get("alo_vs_client").met()).isTrue();
    assertThat(report.goals().get("eo_vs_jdbc").met()).isTrue();
    assertThat(report.met()).isFalse();
  }

  @Test
  void leavesOutARatioOfWhichOneSideWasNotMeasured() {
    SinkReport report =
        SinkReport.of(runs(Map.of(Variant.CLIENT, 1000.0, Variant.AT_LEAST_ONCE, 800.0)));

    assertThat(report.ratios()).containsOnlyKeys("alo_vs_client");
    assertThat(report.goals()).containsOnlyKeys("alo_vs_client");
  }

  @Test
  void takesMediansOverAllRounds() {
    Map<Variant, List<VariantRun>> rounds = new EnumMap<>(Variant.class);
    rounds.put(Variant.CLIENT, List.of(run(100), run(5000), run(300)));

    assertThat(SinkReport.of(rounds).variants().get(0).median()).isEqualTo(300);
  }

  @Test
  void printsTheFieldsThatReadersOfTheJsonKnow() {
    JsonNode json =
        new ObjectMapper()
            .valueToTree(SinkReport.of(runs(Map.of(Variant.CLIENT, 2.0, Variant.JDBC, 1.0))));

    JsonNode first = json.get("variants").get(0);
    assertThat(first.get("name").textValue()).isEqualTo("client");
    assertThat(first.get("rows_per_s").get(0).longValue()).isEqualTo(2);
    assertThat(first.get("median").longValue()).isEqualTo(2);
    assertThat(first.get("snapshot_ms").longValue()).isEqualTo(40);
    assertThat(first.get("heap_mib").longValue()).isEqualTo(3);
    assertThat(json.get("ratios").isObject()).isTrue();
    assertThat(json.get("goals").isObject()).isTrue();
  }

  @Test
  void refusesAMeasurementWithoutASingleWindow() {
    Map<Variant, List<VariantRun>> none =
        Map.of(Variant.JDBC, List.of(new VariantRun(List.of(), 0, 0, List.of(), 0, 0, 0)));

    assertThatThrownBy(() -> SinkReport.of(none))
        .isInstanceOf(BenchFailure.class)
        .hasMessageContaining("measure for longer");
  }

  private static Map<Variant, List<VariantRun>> runs(Map<Variant, Double> rates) {
    Map<Variant, List<VariantRun>> runs = new EnumMap<>(Variant.class);
    rates.forEach((variant, rate) -> runs.put(variant, List.of(run(rate))));
    return runs;
  }

  private static VariantRun run(double rate) {
    return new VariantRun(
        List.of(rate), 10, 10, List.of(new Checkpoint(40, 1 << 20)), 3 << 20, 1000, 2000);
  }
}
