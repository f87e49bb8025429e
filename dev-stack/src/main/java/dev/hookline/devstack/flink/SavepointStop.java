package dev.hookline.devstack.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.process.BoundedWait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Stops a job with a savepoint through Flink's REST interface (Flink 2.2, "REST API": {@code
 * /jobs/:id/stop}, {@code /jobs/:id/savepoints/:trigger}). Without drain: windows stay open.
 */
final class SavepointStop {
  /** Flink's word for a savepoint that was made, by a job that has not stopped with it. */
  private static final String MADE_AND_NOT_STOPPED = "StopWithSavepointStoppingException";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(REQUEST_LIMIT).build();
  private final String job;
  private JsonNode last;

  /** Why the newest question had no answer; null when it had one. */
  private NoAnswer unanswered;

  SavepointStop(String restUrl, String jobId) {
    this.job = restUrl + "/jobs/" + jobId;
  }

  /**
   * The savepoint's place, once the job has stopped.
   *
   * @throws NoSavepointException when Flink says that none was made
   * @throws DevStackException also when nobody knows whether one was made, or is to be
   */
  String run(Duration limit) {
    String trigger =
        ask(HttpRequest.newBuilder(URI.create(job + "/stop"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"drain\": false}")))
            .path("request-id")
            .asText();
    URI status = URI.create(job + "/savepoints/" + trigger);
    try {
      BoundedWait.until("the savepoint of " + job, limit, () -> isCompleted(status));
    } catch (DevStackException e) {
      if (unanswered != null) {
        e.addSuppressed(unanswered);
      }
      throw e;
    }
    String place = last.at("/operation/location").asText();
    if (place.isEmpty()) {
      String said = last.path("operation").toString();
      if (said.contains(MADE_AND_NOT_STOPPED)) {
        throw new DevStackException("flink: the job has not stopped with its savepoint: " + said);
      }
      throw new NoSavepointException("flink: no savepoint was made: " + said);
    }
    return place;
  }

  /** An answer that is late or refused says nothing of the savepoint, which may still be made. */
  private boolean isCompleted(URI status) {
    try {
      last = ask(HttpRequest.newBuilder(status));
      unanswered = null;
      return last.at("/status/id").asText().equals("COMPLETED");
    } catch (NoAnswer e) {
      unanswered = e;
      return false;
    }
  }

  private JsonNode ask(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          http.send(request.timeout(REQUEST_LIMIT).build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new NoAnswer(
            "flink answered " + answer.statusCode() + " to " + answer.uri() + ": " + answer.body(),
            null);
      }
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new NoAnswer("flink does not answer at " + job + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DevStackException("interrupted while stopping " + job, e);
    }
  }

  private static final class NoAnswer extends DevStackException {
    private static final long serialVersionUID = 1L;

    NoAnswer(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
