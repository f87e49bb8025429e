package dev.hookline.cli.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small client of Flink's REST interface (Flink 2.2, "REST API": {@code /jobs/overview}, {@code
 * /jobs/:id}, {@code /jobs/:id/checkpoints}, {@code /jobs/:id/vertices/:id}, {@code …/metrics}).
 * Every request is bounded. Safe for use by several threads.
 */
public final class FlinkRest {

  private static final int MAX_METRICS_PER_REQUEST = 40;

  /** {@code <subtask>.<operator>.KafkaSourceReader.topic.<topic>.partition.<n>.currentOffset}. */
  private static final Pattern CURRENT_OFFSET =
      Pattern.compile(
          "\\d+\\..*KafkaSourceReader\\.topic\\.(.+)\\.partition\\.(\\d+)\\.currentOffset");

  private final FlinkHttp http;

  /**
   * Makes a client; nothing is asked yet.
   *
   * @param base such as {@code http://127.0.0.1:8082}
   */
  public FlinkRest(URI base) {
    this.http = new FlinkHttp(base);
  }

  /**
   * The base address.
   *
   * @return as given
   */
  public URI base() {
    return http.base();
  }

  /**
   * A job as the overview shows it.
   *
   * @param id 32 hex digits
   * @param name as the job calls itself
   * @param state Flink's name, such as {@code RUNNING}, {@code RESTARTING}, {@code FAILED}
   */
  public record Job(String id, String name, String state) {

    /**
     * Whether the job as a whole is running; single tasks may still be starting.
     *
     * @return true in state {@code RUNNING}
     */
    public boolean running() {
      return state.equals("RUNNING");
    }

    /**
     * Whether a JobManager has just taken it up. Until it has, Flink answers questions about the
     * job with an exception of its own.
     *
     * @return true in state {@code INITIALIZING}
     */
    public boolean starting() {
      return state.equals("INITIALIZING");
    }
  }

  /**
   * What is known of a job's checkpoints.
   *
   * @param completed how many were completed since the job's first start
   * @param inProgress how many are in progress now
   * @param failed how many failed
   * @param restored how many times the job was restored from one
   * @param latestCompleted the newest completed one, if any
   */
  public record Checkpoints(
      long completed,
      long inProgress,
      long failed,
      long restored,
      Optional<CompletedCheckpoint> latestCompleted) {}

  /**
   * A completed checkpoint.
   *
   * @param id its number
   * @param triggeredAt when it was started
   * @param completedAt when the last task had confirmed it
   * @param stateBytes how large the whole state is
   */
  public record CompletedCheckpoint(
      long id, Instant triggeredAt, Instant completedAt, long stateBytes) {}

  /**
   * Where one task of a job runs.
   *
   * @param vertexId the vertex, 32 hex digits
   * @param vertexName the names of its chained operators
   * @param subtask 0 and up
   * @param state Flink's name, such as {@code RUNNING} or {@code INITIALIZING}
   * @param taskManagerId the TaskManager's resource id; empty while it has none
   */
  public record Task(
      String vertexId, String vertexName, int subtask, String state, String taskManagerId) {}

  /**
   * The cluster's one job (application mode).
   *
   * @return the job that was started last, or empty when there is none yet
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Optional<Job> job() throws IOException {
    Job newest = null;
    long newestStart = Long.MIN_VALUE;
    for (JsonNode job : get("/jobs/overview").path("jobs")) {
      if (job.path("start-time").asLong() > newestStart) {
        newestStart = job.path("start-time").asLong();
        newest =
            new Job(
                job.path("jid").asText(), job.path("name").asText(), job.path("state").asText());
      }
    }
    return Optional.ofNullable(newest);
  }

  /**
   * The job's checkpoints.
   *
   * @param jobId the job
   * @return counts and the newest completed one
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Checkpoints checkpoints(String jobId) throws IOException {
    JsonNode answer = get("/jobs/" + jobId + "/checkpoints");
    JsonNode counts = answer.path("counts");
    JsonNode latest = answer.path("latest").path("completed");
    return new Checkpoints(
        counts.path("completed").asLong(),
        counts.path("in_progress").asLong(),
        counts.path("failed").asLong(),
        counts.path("restored").asLong(),
        latest.isObject()
            ? Optional.of(
                new CompletedCheckpoint(
                    latest.path("id").asLong(),
                    Instant.ofEpochMilli(latest.path("trigger_timestamp").asLong()),
                    Instant.ofEpochMilli(latest.path("latest_ack_timestamp").asLong()),
                    latest.path("state_size").asLong()))
            : Optional.empty());
  }

  /**
   * What the job was restored from last, by the JobManager of now.
   *
   * @param jobId the job
   * @return where that checkpoint or savepoint is; empty when it was restored from none
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Optional<String> restoredFrom(String jobId) throws IOException {
    JsonNode restored = get("/jobs/" + jobId + "/checkpoints").path("latest").path("restored");
    return restored.isObject()
        ? Optional.of(restored.path("external_path").asText("an unnamed place"))
        : Optional.empty();
  }

  /**
   * What became of the newest checkpoints (Flink keeps the last ten in its history).
   *
   * @param jobId the job
   * @return checkpoint number to Flink's name of its status: {@code IN_PROGRESS}, {@code COMPLETED}
   *     or {@code FAILED}
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Map<Long, String> checkpointStatuses(String jobId) throws IOException {
    Map<Long, String> statuses = new HashMap<>();
    for (JsonNode entry : get("/jobs/" + jobId + "/checkpoints").path("history")) {
      statuses.put(entry.path("id").asLong(), entry.path("status").asText());
    }
    return statuses;
  }

  /**
   * Every task of the job and where it runs.
   *
   * @param jobId the job
   * @return one for each vertex and subtask
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public List<Task> tasks(String jobId) throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
      String vertexId = vertex.path("id").asText();
      String name = vertex.path("name").asText();
      for (JsonNode subtask : get("/jobs/" + jobId + "/vertices/" + vertexId).path("subtasks")) {
        String manager = subtask.path("taskmanager-id").asText("");
        tasks.add(
            new Task(
                vertexId,
                name,
                subtask.path("subtask").asInt(),
                subtask.path("status").asText(),
                manager.equals("(unassigned)") ? "" : manager));
      }
    }
    return tasks;
  }

  /**
   * Whether every task of the job runs: what it takes for a checkpoint to be completed.
   *
   * @param jobId the job
   * @return false also where the job has no tasks yet
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public boolean allTasksRunning(String jobId) throws IOException {
    List<Task> tasks = tasks(jobId);
    return !tasks.isEmpty() && tasks.stream().allMatch(task -> task.state().equals("RUNNING"));
  }

  /**
   * The TaskManagers that run a task of the job.
   *
   * @param jobId the job
   * @return their resource ids
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Set<String> workingTaskManagers(String jobId) throws IOException {
    Set<String> managers = new LinkedHashSet<>();
    for (Task task : tasks(jobId)) {
      if (!task.taskManagerId().isEmpty() && task.state().equals("RUNNING")) {
        managers.add(task.taskManagerId());
      }
    }
    return managers;
  }

  /**
   * The TaskManagers that are registered, working or standing by.
   *
   * @return their resource ids
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Set<String> taskManagers() throws IOException {
    Set<String> managers = new LinkedHashSet<>();
    for (JsonNode manager : get("/taskmanagers").path("taskmanagers")) {
      managers.add(manager.path("id").asText());
    }
    return managers;
  }

  /**
   * The offsets that the Kafka source has read last, by the metric {@code currentOffset} of its
   * reader. They are some seconds old at most (metrics.fetcher.update-interval), and a partition is
   * missing as long as nothing was read from it since the task's last start.
   *
   * @param jobId the job
   * @param topic the topic
   * @return partition to the offset of the last record read
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Map<Integer, Long> lastReadOffsets(String jobId, String topic) throws IOException {
    Map<Integer, Long> offsets = new HashMap<>();
    for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
      // Only sources have the metric; asking the others would cost a request each time.
      if (vertex.path("name").asText().startsWith("Source:")) {
        readOffsets(jobId, vertex.path("id").asText(), topic, offsets);
      }
    }
    return offsets;
  }

  private void readOffsets(String jobId, String vertexId, String topic, Map<Integer, Long> offsets)
      throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode metric : get("/jobs/" + jobId + "/vertices/" + vertexId + "/metrics")) {
      Matcher matcher = CURRENT_OFFSET.matcher(metric.path("id").asText());
      if (matcher.matches() && matcher.group(1).equals(topic)) {
        names.add(matcher.group());
      }
    }
    metrics(jobId, vertexId, names)
        .forEach(
            (name, value) -> {
              Matcher matcher = CURRENT_OFFSET.matcher(name);
              if (matcher.matches() && value >= 0) {
                offsets.merge(Integer.valueOf(matcher.group(2)), (long) (double) value, Math::max);
              }
            });
  }

  /**
   * The sum of a counter or gauge over the subtasks of all vertices that have it.
   *
   * @param jobId the job
   * @param metric the metric's own name, such as {@code dedup_dropped_total}
   * @return the sum, or empty when no task reports it
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public OptionalDouble sumOfMetric(String jobId, String metric) throws IOException {
    boolean found = false;
    double sum = 0;
    for (JsonNode vertex : get("/jobs/" + jobId).path("vertices")) {
      String vertexId = vertex.path("id").asText();
      List<String> names = new ArrayList<>();
      for (JsonNode entry : get("/jobs/" + jobId + "/vertices/" + vertexId + "/metrics")) {
        String name = entry.path("id").asText();
        if (name.endsWith("." + metric)) {
          names.add(name);
        }
      }
      for (double value : metrics(jobId, vertexId, names).values()) {
        found = true;
        sum += value;
      }
    }
    return found ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }

  private Map<String, Double> metrics(String jobId, String vertexId, List<String> names)
      throws IOException {
    Map<String, Double> values = new HashMap<>();
    for (int from = 0; from < names.size(); from += MAX_METRICS_PER_REQUEST) {
      List<String> some =
          names.subList(from, Math.min(from + MAX_METRICS_PER_REQUEST, names.size()));
      String list = URLEncoder.encode(String.join(",", some), StandardCharsets.UTF_8);
      for (JsonNode metric :
          get("/jobs/" + jobId + "/vertices/" + vertexId + "/metrics?get=" + list)) {
        values.put(metric.path("id").asText(), metric.path("value").asDouble());
      }
    }
    return values;
  }

  /**
   * The failure that made the job restart last.
   *
   * @param jobId the job
   * @return the exception's first line, or empty when it never failed
   * @throws IOException when Flink does not answer, or answers with an error
   */
  public Optional<String> latestFailure(String jobId) throws IOException {
    JsonNode entries =
        get("/jobs/" + jobId + "/exceptions").path("exceptionHistory").path("entries");
    if (!entries.isArray() || entries.isEmpty()) {
      return Optional.empty();
    }
    return FailureText.cause(entries.get(0).path("stacktrace").asText());
  }

  private JsonNode get(String path) throws IOException {
    return http.get(path);
  }
}
