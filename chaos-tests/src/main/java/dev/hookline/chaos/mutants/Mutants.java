package dev.hookline.chaos.mutants;

import dev.hookline.chaos.mutants.audit.AuditMutants;
import dev.hookline.chaos.mutants.gateway.GatewayMutants;
import dev.hookline.chaos.mutants.job.JobMutants;
import dev.hookline.chaos.mutants.sink.SinkMutants;
import dev.hookline.chaos.mutants.sink.ViewMutants;
import java.util.List;
import java.util.stream.Stream;

/**
 * All mutants. Whoever runs many of them holds a {@link dev.hookline.chaos.mutants.lab.LabLease}
 * and a {@link ClickHouseLease} meanwhile; else each of them starts its parts anew.
 */
public final class Mutants {
  private Mutants() {}

  /** All of them, in the order of docs/chaos.md; no two have the same name. */
  public static List<ControlledMutant> all() {
    return Stream.of(
            GatewayMutants.all(),
            JobMutants.all(),
            AuditMutants.all(),
            SinkMutants.all(),
            ViewMutants.all())
        .flatMap(List::stream)
        .toList();
  }
}
