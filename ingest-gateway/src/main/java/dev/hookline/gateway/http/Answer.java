package dev.hookline.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hookline.contract.EventIdentity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a sender is told.
 *
 * @param status of HTTP
 * @param label the answer's name in metrics
 * @param contentType of the body
 * @param fields of the JSON body
 * @param retryAfter when to try again, whole seconds; empty where trying again would not help
 */
record Answer(
    int status,
    String label,
    String contentType,
    Map<String, Object> fields,
    Optional<Duration> retryAfter) {

  /** The status of {@link #accepted}. */
  static final int ACCEPTED = 202;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration BUSY_RETRY = Duration.ofSeconds(5);

  /** Kafka has confirmed the event just now. */
  static Answer accepted(EventIdentity identity) {
    return success(ACCEPTED, "accepted", identity);
  }

  /** Kafka has confirmed the very same delivery before. */
  static Answer duplicate(EventIdentity identity) {
    return success(200, "duplicate", identity);
  }

  /**
   * The delivery is not taken. A fault of ours says when to try again.
   *
   * @param detail the cause and the way out, for the sender
   */
  static Answer problem(Problem problem, String detail) {
    return problem(
        problem, detail, problem.status() == 503 ? Optional.of(BUSY_RETRY) : Optional.empty());
  }

  /** The organisation's bucket is empty. */
  static Answer tooFast(String org, Duration wait) {
    long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
    return problem(
        Problem.RATE,
        "the organisation '"
            + org
            + "' is over its configured rate; send again in "
            + seconds
            + " s",
        Optional.of(Duration.ofSeconds(seconds)));
  }

  /** Kafka has not confirmed the event. */
  static Answer notConfirmed(EventIdentity identity, String detail) {
    Answer answer = problem(Problem.NOT_CONFIRMED, detail);
    answer.fields().put("identity", identity.toString());
    return answer;
  }

  private static Answer success(int status, String outcome, EventIdentity identity) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("outcome", outcome);
    fields.put("identity", identity.toString());
    return new Answer(status, outcome, "application/json", fields, Optional.empty());
  }

  private static Answer problem(Problem problem, String detail, Optional<Duration> retryAfter) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", problem.type());
    fields.put("title", problem.title());
    fields.put("status", problem.status());
    fields.put("detail", detail);
    return new Answer(
        problem.status(), problem.label(), "application/problem+json", fields, retryAfter);
  }

  /** The body. */
  byte[] json() {
    try {
      return JSON.writeValueAsBytes(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers always become JSON", e);
    }
  }
}
