package dev.hookline.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Console;
import dev.hookline.cli.Progress;
import dev.hookline.cli.delivery.Delivery;
import dev.hookline.cli.delivery.WebhookClient;
import dev.hookline.cli.stack.ClickHouseHttp;
import dev.hookline.cli.stack.Endpoints;
import dev.hookline.cli.stack.Part;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The demo's sender and its checks on a system that runs elsewhere. Nothing is killed by it: that
 * is for whoever runs the system, while this sends.
 */
final class TargetDemo {

  private final Endpoints endpoints;
  private final ClickHouseHttp analyst;
  private final Function<Delivery, String> secretOf;
  private final Supplier<DemoRun.Audited> audit;
  private final Console console;

  TargetDemo(
      Endpoints endpoints,
      ClickHouseHttp analyst,
      Function<Delivery, String> secretOf,
      Supplier<DemoRun.Audited> audit,
      Console console) {
    this.endpoints = endpoints.require(Part.GATEWAY, Part.KAFKA, Part.FLINK, Part.CLICKHOUSE);
    this.analyst = analyst;
    this.secretOf = secretOf;
    this.audit = audit;
    this.console = console;
  }

  /**
   * Runs it.
   *
   * @param bad what the gateway must refuse
   * @param workload what to send
   * @param events how many deliveries
   * @param rate deliveries a second, or 0 for as fast as they are answered
   * @param history the sender's record of it
   * @return the command's exit code
   */
  int run(List<BadDeliveries.Bad> bad, Workload workload, int events, double rate, History history)
      throws InterruptedException {
    long startedNanos = System.nanoTime();
    WebhookClient client = new WebhookClient(endpoints.uri(Part.GATEWAY));
    BadDeliveries.send(bad, client, history);
    try (Progress progress = console.progress("sending")) {
      progress.at(events + " deliveries; what has no final answer is sent again");
      new Sending(client, secretOf, history).run(workload, events, rate);
    }
    DemoRun.Audited audited;
    try (Progress progress = console.progress("auditing")) {
      progress.at("until what was sent is settled, then Kafka against ClickHouse");
      audited = audit.get();
    }
    HistoryRows rows = new HistoryRows(analyst, history);
    HistoryCheck check =
        HistoryCheck.compare(
            history.sent(), history.acknowledged(), history.refused(), rows.byIdentity());
    int exitCode = check.exitCode(audited.exitCode());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sent", history.sent().size());
    json.put("attempts", history.attempts());
    json.put("acknowledged", history.acknowledged().size());
    json.put("redelivered", history.redelivered());
    json.put("refused", history.refused().size());
    json.put("lost", check.lost().size());
    json.put("invented", check.invented().size());
    json.put("doubled", check.doubled().size());
    json.put("windowed", rows.windowed());
    json.put("late", rows.late());
    json.put("seconds", Math.round((System.nanoTime() - startedNanos) / 1e8) / 10.0);
    json.set("audit", audited.json());
    DemoTables.fields(console, "  ", json);
    console.say("  audit");
    DemoTables.fields(console, "    ", audited.json());
    console.say(verdict(exitCode));
    console.result(json);
    return exitCode;
  }

  private static String verdict(int exitCode) {
    return switch (exitCode) {
      case CliFailure.GOOD -> "demo: good; every acknowledged delivery is counted exactly once";
      case CliFailure.WRONG -> "demo: WRONG: see lost, invented, doubled and the audit";
      default ->
          "demo: could not decide: the job has not read and written all of it yet, so that lost may"
              + " be what is still to come; 'audit' tells once it has";
    };
  }
}
