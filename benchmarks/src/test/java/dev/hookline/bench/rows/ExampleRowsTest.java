package dev.hookline.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExampleRowsTest {

  @Test
  void makesEachNumberAnotherEventOfTheCurrentMonthOrOfNoTime() {
    ExampleRows rows = ExampleRows.load();
    Set<String> ids = new HashSet<>();
    Set<Object> partitions = new TreeSet<>();
    int many = 10 * rows.examples();
    for (long number = 0; number < many; number++) {
      NormalizedEvent event = rows.row(number);
      ids.add(event.identity().eventId());
      partitions.add(EventRows.partition(event));
    }

    assertThat(rows.examples()).isEqualTo(329);
    assertThat(ids).hasSize(many);
    assertThat(partitions).containsExactly(197001, 202603);
    assertThat(EventRows.partition(rows.row(ExampleRows.MAX_ROWS - 1))).isIn(197001, 202603);
  }

  @Test
  void givesTheSameRowForANumberEveryTime() {
    assertThat(ExampleRows.load().row(12345)).isEqualTo(ExampleRows.load().row(12345));
  }
}
