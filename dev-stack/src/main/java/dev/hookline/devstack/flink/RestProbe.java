package dev.hookline.devstack.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The few questions that starting a cluster asks of Flink's REST interface. */
final class RestProbe {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final String base;

  RestProbe(String base) {
    this.base = base;
  }

  /** The state of the job, such as {@code RUNNING}; empty when it is unknown or nobody answers. */
  Optional<String> jobState(String jobId) {
    // The list, not the job: an unknown job is an error with a stack trace in Flink's log.
    return get("/jobs").flatMap(answer -> stateOf(jobId, answer));
  }

  private static Optional<String> stateOf(String jobId, JsonNode answer) {
    for (JsonNode job : answer.path("jobs")) {
      if (job.path("id").asText().equals(jobId)) {
        return Optional.of(job.path("status").asText());
      }
    }
    return Optional.empty();
  }

  /** Registered TaskManagers with the data port of each; empty when nobody answers. */
  Map<String, Integer> taskManagers() {
    Map<String, Integer> dataPorts = new HashMap<>();
    get("/taskmanagers")
        .ifPresent(
            answer ->
                answer
                    .path("taskmanagers")
                    .forEach(
                        one ->
                            dataPorts.put(one.path("id").asText(), one.path("dataPort").asInt())));
    return dataPorts;
  }

  private Optional<JsonNode> get(String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).timeout(LIMIT).build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.of(JSON.readTree(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // not up, or just dying: the caller asks again
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
