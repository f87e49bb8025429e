package dev.hookline.cli.stack;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.cli.CliFailure;
import dev.hookline.cli.Surroundings;
import dev.hookline.cli.stack.StackState.StackProcess;
import dev.hookline.contract.settings.KafkaAccess;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What can be told of a stack at one moment. What a part does not answer is missing, and said among
 * the problems; it never keeps the rest from being told.
 *
 * @param parts every part, in the order of {@link Part}
 * @param processes every process of the stack, in the order of their start; none when it is down
 * @param jobState Flink's name of the job's state, or {@code unknown}
 * @param jobRuns whether all of its tasks run
 * @param lagRecords records that the job has not read
 * @param lagSeconds age of the oldest of them, in seconds
 * @param lastCheckpointAgeSeconds time since the newest checkpoint was completed, in seconds
 * @param lastDelivery organisation to the time of its newest event, ISO 8601
 * @param problems one line each
 */
public record StackStatus(
    List<PartStatus> parts,
    List<ProcessStatus> processes,
    String jobState,
    boolean jobRuns,
    OptionalLong lagRecords,
    OptionalDouble lagSeconds,
    OptionalDouble lastCheckpointAgeSeconds,
    Map<String, String> lastDelivery,
    List<String> problems) {

  private static final String UP = "up";
  private static final String DOWN = "down";
  private static final String NOT_READY = "not ready";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One part.
   *
   * @param name its label
   * @param state {@code up}, {@code restarting} or {@code down}
   * @param pid its process; 0 when it has none
   * @param endpoint where it is reached; empty when it is down
   */
  public record PartStatus(String name, String state, long pid, String endpoint) {}

  /**
   * One process. Several parts may share one, and a part such as Flink has several.
   *
   * @param name such as {@code kafka} or {@code flink-tm-1}
   * @param state {@code up} or {@code restarting}
   * @param pid its id; 0 when it has none now
   */
  public record ProcessStatus(String name, String state, long pid) {}

  /**
   * Whether all is well.
   *
   * @return true when every part is up and the job runs
   */
  public boolean good() {
    return jobRuns && parts.stream().allMatch(part -> part.state().equals(UP));
  }

  /** Whether each part was asked, and none answered. */
  public boolean nothingAnswers() {
    return parts.stream().allMatch(part -> part.state().equals(DOWN));
  }

  /**
   * Whether no stack is up.
   *
   * @return true when every part is down and none is being started
   */
  public boolean down() {
    return problems.isEmpty() && parts.stream().allMatch(part -> part.state().equals(DOWN));
  }

  /**
   * The processes that are no part by themselves.
   *
   * @return Flink's TaskManagers
   */
  public List<ProcessStatus> processesBesideParts() {
    Set<String> serving = Arrays.stream(Part.values()).map(Part::process).collect(toSet());
    return processes.stream().filter(process -> !serving.contains(process.name())).toList();
  }

  /**
   * Looks at the stack of a home, or at the target.
   *
   * @param surroundings the home and the environment
   * @return its status; all parts are down where no stack is up
   */
  public static StackStatus read(Surroundings surroundings) {
    return surroundings.target().isPresent() ? readTarget(surroundings) : readHome(surroundings);
  }

  /** Of a target only what it publishes can be told: no process ids, and no parts behind it. */
  private static StackStatus readTarget(Surroundings surroundings) {
    Endpoints endpoints = Endpoints.find(surroundings);
    Answering answering = new Answering(endpoints);
    Reader reader = new Reader();
    List<PartStatus> parts =
        Answering.PARTS.stream()
            .filter(endpoints::knows)
            .map(
                part ->
                    new PartStatus(
                        part.label(), reader.state(part, answering), 0, endpoints.of(part)))
            .toList();
    reader.read(
        endpoints.uri(Part.FLINK), endpoints.of(Part.KAFKA), endpoints.kafkaAccess(), surroundings);
    return reader.status(parts, List.of());
  }

  private static StackStatus readHome(Surroundings surroundings) {
    Optional<StackState> state =
        new Home(surroundings.home()).state().filter(StackState::supervised);
    List<PartStatus> parts = new ArrayList<>();
    for (Part part : Part.values()) {
      parts.add(state.map(known -> part(part, known)).orElse(down(part)));
    }
    Reader reader = new Reader();
    state.ifPresent(
        known -> {
          if (known.phase() != StackState.Phase.READY) {
            reader.problems.add("the stack is " + known.phase().name().toLowerCase(Locale.ROOT));
          }
          reader.read(
              URI.create(known.endpoint(Part.FLINK).orElseThrow()),
              known.endpoint(Part.KAFKA).orElseThrow(),
              KafkaAccess.NONE,
              surroundings);
        });
    return reader.status(parts, state.map(StackStatus::processes).orElse(List.of()));
  }

  static List<ProcessStatus> processes(StackState state) {
    return state.processes().stream()
        .map(
            known ->
                known.process().isAlive()
                    ? new ProcessStatus(known.name(), known.state(), known.process().pid())
                    : new ProcessStatus(known.name(), "restarting", 0))
        .toList();
  }

  private static PartStatus part(Part part, StackState state) {
    Optional<StackProcess> process =
        state.process(part.process()).filter(known -> known.process().isAlive());
    if (process.isEmpty()) {
      return state.process(part.process()).isPresent()
          ? new PartStatus(part.label(), "restarting", 0, "")
          : down(part);
    }
    return new PartStatus(
        part.label(),
        process.get().state(),
        process.get().process().pid(),
        state.endpoint(part).orElse(""));
  }

  private static PartStatus down(Part part) {
    return new PartStatus(part.label(), DOWN, 0, "");
  }

  /** Gathers what the parts answer. */
  private static final class Reader {
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> lastDelivery = new TreeMap<>();
    private String jobState = "unknown";
    private boolean jobRuns;
    private OptionalLong lagRecords = OptionalLong.empty();
    private OptionalDouble lagSeconds = OptionalDouble.empty();
    private OptionalDouble checkpointAge = OptionalDouble.empty();

    void read(URI flinkRest, String kafka, KafkaAccess access, Surroundings surroundings) {
      FlinkRest flink = new FlinkRest(flinkRest);
      if (readJob(flink)) {
        readLag(kafka, access, flink);
      }
      readDeliveries(surroundings);
    }

    /** A part that answers and says that it cannot serve is there, and the reason is another's. */
    String state(Part part, Answering answering) {
      Answering.Health health = answering.health(part);
      if (health.serves()) {
        return UP;
      }
      if (!health.answered()) {
        return DOWN;
      }
      problems.add(part.label() + " is not ready: " + health.fault());
      return NOT_READY;
    }

    StackStatus status(List<PartStatus> parts, List<ProcessStatus> processes) {
      return new StackStatus(
          List.copyOf(parts),
          processes,
          jobState,
          jobRuns,
          lagRecords,
          lagSeconds,
          checkpointAge,
          lastDelivery,
          List.copyOf(problems));
    }

    /** Whether it can be told how far the job is. */
    private boolean readJob(FlinkRest flink) {
      try {
        Optional<FlinkRest.Job> job = flink.job();
        if (job.isEmpty()) {
          return true;
        }
        jobState = job.get().state();
        if (job.get().starting()) {
          problems.add("the job is starting: its JobManager has just taken it up");
          return false;
        }
        flink
            .checkpoints(job.get().id())
            .latestCompleted()
            .ifPresent(
                latest -> {
                  long age = Duration.between(latest.completedAt(), Instant.now()).toMillis();
                  checkpointAge = OptionalDouble.of(Math.max(0, age) / 1000.0);
                });
        jobRuns = job.get().running() && flink.allTasksRunning(job.get().id());
        if (!jobRuns) {
          String failure = flink.latestFailure(job.get().id()).orElse("its tasks are starting");
          problems.add("not all of the job's tasks run: " + failure);
        }
      } catch (IOException e) {
        problems.add(e.getMessage());
      }
      return true;
    }

    private void readLag(String kafka, KafkaAccess access, FlinkRest flink) {
      try (Lag lag = new Lag(kafka, access, flink)) {
        Lag.Reading reading = lag.read();
        lagRecords = OptionalLong.of(reading.records());
        lagSeconds = OptionalDouble.of(reading.seconds());
      } catch (IOException e) {
        problems.add("no lag: " + e.getMessage());
      }
    }

    private void readDeliveries(Surroundings surroundings) {
      String sql =
          "SELECT org, formatDateTime(max(received_at), '%Y-%m-%dT%H:%i:%SZ') AS last"
              + " FROM v_events GROUP BY org ORDER BY org";
      try {
        String lines =
            Credentials.of(surroundings.environment())
                .analyst(Endpoints.find(surroundings))
                .text(sql, "JSONEachRow");
        for (String line : lines.lines().toList()) {
          JsonNode row = JSON.readTree(line);
          lastDelivery.put(row.path("org").asText(), row.path("last").asText());
        }
      } catch (CliFailure | IOException e) {
        problems.add("no last delivery: " + e.getMessage());
      }
    }
  }
}
