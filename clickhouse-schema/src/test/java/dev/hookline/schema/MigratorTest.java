package dev.hookline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import dev.hookline.devstack.junit.DevStackExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MigratorTest extends MigratorContract {

  @RegisterExtension static final DevStackExtension STACK = DevStackExtension.with(Part.CLICKHOUSE);

  @Override
  protected ClickHouseServer clickHouse() {
    return STACK.clickHouse();
  }

  @Override
  protected List<String> files() {
    return List.of(
        "V001__database_and_log.sql",
        "V002__normalized_events.sql",
        "V003__employee_metrics_hourly.sql",
        "V004__rejected_events.sql",
        "V005__reading_views.sql",
        "V007__events_by_hour.sql",
        "V008__find_a_block.sql",
        "V009__room_on_the_disk.sql");
  }

  @Test
  void aServerWithoutUsersIsToldAboutAndNotRecorded() {
    for (int run = 0; run < 2; run++) {
      assertThat(new Migrator(database().settings()).migrate().skipped())
          .extracting(MigrationReport.Skipped::fileName, MigrationReport.Skipped::reason)
          .containsExactly(tuple("V006__users.sql", "this server keeps no users of its own"));
    }
    assertThat(recorded()).noneMatch(line -> line.contains("users"));
  }

  @Test
  void whatAnEarlierRunLeftOutForWantOfUsersIsNoGap() {
    Migration users = Migration.of("V002__u.sql", "-- hookline: needs users\nSELECT 1;");
    Migration third = Migration.of("V003__a.sql", TABLE.sql());
    assertThat(database().migrate(List.of(LOG, users, third)).applied()).contains("V003__a.sql");
    assertThat(database().migrate(List.of(LOG, users, third)).skipped()).hasSize(1);
  }
}
