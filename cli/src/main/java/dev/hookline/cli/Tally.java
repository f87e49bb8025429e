package dev.hookline.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.cli.delivery.Answer;
import dev.hookline.cli.delivery.Delivery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the answers to what was sent. */
final class Tally {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_FAILURES = 20;
  private static final int ACCEPTED = 202;
  private static final String NO_ANSWER = "none";

  private final Map<String, Integer> byStatus = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private int sent;
  private int refused;
  private int unanswered;
  private int unlisted;

  void add(Delivery delivery, Answer answer) {
    sent++;
    if (answer instanceof Answer.Answered answered) {
      byStatus.merge(Integer.toString(answered.status()), 1, Integer::sum);
      if (!answered.acknowledged()) {
        refused++;
        note(delivery + ": " + answered.status() + " " + reason(answer));
      }
    } else {
      byStatus.merge(NO_ANSWER, 1, Integer::sum);
      unanswered++;
      note(delivery + ": " + reason(answer));
    }
  }

  private void note(String failure) {
    if (failures.size() < MAX_FAILURES) {
      failures.add(failure);
    } else {
      unlisted++;
    }
  }

  /**
   * Why an answer is no acknowledgement.
   *
   * @param answer of the gateway, or none
   * @return what the gateway said, of a problem (RFC 9457) its detail; or that it said nothing
   */
  static String reason(Answer answer) {
    return answer instanceof Answer.Answered answered
        ? detail(answered.body()).orElseGet(() -> answered.body().strip())
        : "no answer of " + ((Answer.Unknown) answer).cause();
  }

  private static Optional<String> detail(String body) {
    try {
      return Optional.ofNullable(JSON.readTree(body).path("detail").textValue());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * What an answer means.
   *
   * @param answer of the gateway
   * @return {@code accepted}, {@code duplicate}, {@code refused}, {@code unavailable} or {@code
   *     unknown}
   */
  static String outcome(Answer answer) {
    if (!(answer instanceof Answer.Answered answered)) {
      return "unknown";
    }
    if (answered.acknowledged()) {
      return answered.status() == ACCEPTED ? "accepted" : "duplicate";
    }
    return answered.refused() ? "refused" : "unavailable";
  }

  int sent() {
    return sent;
  }

  Map<String, Integer> byStatus() {
    return Collections.unmodifiableMap(byStatus);
  }

  /** One line for each of the first 20 that were not acknowledged, and one for the rest. */
  List<String> failures() {
    List<String> lines = new ArrayList<>(failures);
    if (unlisted > 0) {
      lines.add("and " + unlisted + " more");
    }
    return lines;
  }

  /** Whether so many were sent, and to none of them came an answer. */
  boolean unansweredFrom(int attempts) {
    return sent >= attempts && unanswered == sent;
  }

  void into(ObjectNode result) {
    result.put("sent", sent);
    ObjectNode statuses = result.putObject("by_status");
    byStatus.forEach(statuses::put);
    ArrayNode lines = result.putArray("failures");
    failures().forEach(lines::add);
  }

  /** A refusal is a bad result; without an answer there is no result. */
  int exitCode() {
    if (refused > 0) {
      return CliFailure.WRONG;
    }
    return unanswered > 0 ? CliFailure.UNDECIDED : CliFailure.GOOD;
  }
}
