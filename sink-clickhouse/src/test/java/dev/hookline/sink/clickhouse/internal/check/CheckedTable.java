package dev.hookline.sink.clickhouse.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hookline.sink.clickhouse.DeliveryMode;
import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.TargetRefusedException;
import dev.hookline.sink.clickhouse.TestServer;
import dev.hookline.sink.clickhouse.internal.client.Pause;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.RetryBudget;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.io.IOException;

/** A table in the engine, and the check as the sink makes it. */
record CheckedTable(TestServer server, Target target, DeliveryMode mode) {

  /** Passes, or throws what the sink would throw. */
  void check() throws IOException, InterruptedException {
    try (ServerConnection connection = server.connection(target)) {
      check(connection).run();
    }
  }

  TargetCheck check(ServerConnection connection) {
    return new TargetCheck(connection, target, mode, RetryBudget.DEFAULT, Pause.real());
  }

  /** What the check says. */
  TargetRefusedException refused() {
    TargetRefusedException refused =
        catchThrowableOfType(TargetRefusedException.class, this::check);
    assertThat(refused).as("the check of %s refuses", target).isNotNull();
    return refused;
  }

  /** What the check said, after the statements in it were run and it then passed. */
  TargetRefusedException mended() {
    TargetRefusedException refused = refused();
    assertThat(refused.statements()).isNotEmpty();
    for (String statement : refused.statements()) {
      assertThat(refused).hasMessageContaining(statement);
      server.run(statement);
    }
    try {
      check();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("these did not mend it: " + refused.statements(), e);
    }
    return refused;
  }

  static CheckedTable of(
      TestServer server, String table, TableSchema schema, String partition, DeliveryMode mode) {
    return new CheckedTable(server, server.target(table, schema, partition), mode);
  }
}
