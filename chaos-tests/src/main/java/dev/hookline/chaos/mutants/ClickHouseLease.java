package dev.hookline.chaos.mutants;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.nio.file.Path;

/** The one ClickHouse process of this JVM that mutants in a row {@linkplain Shared share}. */
public final class ClickHouseLease implements AutoCloseable {
  private static final Shared<EmbeddedClickHouse> SHARED =
      new Shared<>(folder -> EmbeddedClickHouse.start(folder.resolve("clickhouse"), 0));

  private final Shared.Lease<EmbeddedClickHouse> lease;

  private ClickHouseLease(Shared.Lease<EmbeddedClickHouse> lease) {
    this.lease = lease;
  }

  /**
   * A lease of the one process of this JVM.
   *
   * @param folder where its data and log go, if it is not running yet; must outlive all leases
   */
  public static ClickHouseLease open(Path folder) {
    return new ClickHouseLease(SHARED.open(folder));
  }

  /** The process. Whoever kills it starts it again before the lease is closed. */
  public EmbeddedClickHouse clickHouse() {
    return lease.get();
  }

  @Override
  public void close() {
    lease.close();
  }
}
