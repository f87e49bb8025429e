package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.mutants.Shared;
import dev.hookline.cli.Surroundings;
import java.nio.file.Path;

/** The one lab of this JVM that mutants in a row {@linkplain Shared share}. */
public final class LabLease implements AutoCloseable {
  private static final Shared<Lab> SHARED =
      new Shared<>(folder -> new Lab(folder.resolve("lab"), Surroundings.ofProcess().dist()));

  private final Shared.Lease<Lab> lease;

  private LabLease(Shared.Lease<Lab> lease) {
    this.lease = lease;
  }

  /**
   * A lease.
   *
   * @param folder where the parts' data and logs go if the lab is not open yet; must outlive all
   *     leases
   */
  public static LabLease open(Path folder) {
    return new LabLease(SHARED.open(folder));
  }

  /** The lab. */
  public Lab lab() {
    return lease.get();
  }

  @Override
  public void close() {
    lease.close();
  }
}
