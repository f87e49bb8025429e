package dev.hookline.chaos.mutants.audit;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import dev.hookline.chaos.mutants.lab.Dispatch;
import dev.hookline.chaos.mutants.lab.Dispatches;
import dev.hookline.chaos.mutants.lab.Drain;
import dev.hookline.chaos.mutants.lab.Group;
import dev.hookline.chaos.mutants.lab.JobDefinition;
import dev.hookline.chaos.mutants.lab.Lab;
import dev.hookline.chaos.mutants.lab.LocalGateway;
import dev.hookline.chaos.mutants.lab.Readings;
import dev.hookline.chaos.mutants.lab.RunningJob;
import dev.hookline.chaos.mutants.lab.Sender;
import dev.hookline.cli.audit.Audit;
import dev.hookline.cli.audit.AuditReport;
import dev.hookline.cli.audit.AuditSettings;
import dev.hookline.contract.Topics;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/**
 * The product's audit takes Kafka's log for what was accepted. Records that the log lost after they
 * were confirmed, and before the job has read them, are in neither, and it is green. Only the
 * sender's history knows of them.
 */
public final class AuditMutants {

  private static final int SENT = 8;
  private static final String NAME = "audit-of-the-log-alone";
  private static final Duration BOUND = Duration.ofMinutes(2);

  private AuditMutants() {}

  /** All of them, in the order of docs/chaos.md. */
  public static List<ControlledMutant> all() {
    return List.of(
        new Group((lab, seed, folder) -> play(lab, seed)).mutant(NAME, List.of("NoLoss")));
  }

  private static Map<String, List<Violation>> play(Lab lab, long seed) throws Exception {
    String organisation = lab.freshName();
    try (LocalGateway gateway =
            LocalGateway.start(LocalGateway.Plan.right(lab, Set.of(organisation)));
        Sender sender = new Sender(gateway.uri(), LocalGateway.SECRET)) {
      Dispatches made = new Dispatches(seed, "audit");
      List<Dispatch> sent =
          IntStream.range(0, SENT).mapToObj(i -> made.merged(organisation)).toList();
      sender.redeliver(sent);
      Drain.await(lab, List.of(lab.job())); // the loss must not meet the job of other mutants
      List<Violation> intact = audited(lab, Group.RIGHT, sender, organisation);
      lose(lab, sent.get(0));
      return Map.of(Group.RIGHT, intact, NAME, audited(lab, NAME, sender, organisation));
    }
  }

  /** A job that was down meanwhile reads what there is; the audit must say that all is well. */
  private static List<Violation> audited(
      Lab lab, String version, Sender sender, String organisation) throws Exception {
    try (RunningJob job = RunningJob.start(lab, JobDefinition.RIGHT)) {
      Drain.await(lab, List.of(job));
      AuditReport report = new Audit(settings(lab, job), step -> {}).run();
      if (!report.good()) {
        throw new IllegalStateException(
            "the audit is not blind to it: " + report.wrongFields() + ", " + report.examples());
      }
      return Readings.check(lab, version, job, sender.history(), Set.of(organisation));
    }
  }

  private static AuditSettings settings(Lab lab, RunningJob job) {
    EmbeddedClickHouse server = lab.clickHouse();
    return new AuditSettings(
        lab.kafka().bootstrapServers(),
        lab.flink().rest(),
        URI.create(server.httpUrl()),
        EmbeddedClickHouse.ANALYST,
        server.analystPassword(),
        job.database(),
        job.database(),
        BOUND,
        Duration.ofMillis(500),
        false);
  }

  /** Takes a delivery's partition away up to its last record, as a lost disk or retention does. */
  private static void lose(Lab lab, Dispatch one) throws Exception {
    String row =
        "SELECT kafka_partition FROM v_events WHERE event_id = '%s' AND org = '%s'"
            .formatted(one.delivery().deliveryId(), one.intent().org());
    int number = Integer.parseInt(lab.client(lab.job().database()).text(row, "TSV").strip());
    TopicPartition partition = new TopicPartition(Topics.WEBHOOK_EVENTS, number);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", lab.kafka().bootstrapServers()))) {
      admin
          .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(-1)))
          .all()
          .get(BOUND.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
