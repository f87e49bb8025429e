package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.mutants.Shared;
import dev.hookline.cli.Surroundings;
import java.nio.file.Path;

/** The one lab of this JVM that mutants in a row {@linkplain Shared share}. */
public final class LabLease implements AutoCloseable {
  static final String READINGS = "readings";

  private static final String LAB = "lab";

  private static final Shared<Lab> SHARED =
      new Shared<>(folder -> new Lab(folder.resolve(LAB), Surroundings.ofProcess().dist()));

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

  /**
   * What was read of versions so far, a folder for each; missing when nothing was.
   *
   * @param folder which the lab was opened in
   */
  public static Path readings(Path folder) {
    return folder.resolve(LAB).resolve(READINGS);
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
