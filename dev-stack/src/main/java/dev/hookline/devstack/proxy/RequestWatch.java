package dev.hookline.devstack.proxy;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Follows the HTTP/1.1 requests of one connection, as far as the faults need it: a request begins
 * with the first byte after an answer, its head ends at an empty line, and the rest is its body,
 * with the chunks' sizes. Requests are not pipelined and do not wait for "100 Continue". Shared by
 * the two directions of a connection.
 */
final class RequestWatch {
  private static final String DONE = "HTTP/1.1 200";

  /** What is to be done with a request, by its head. */
  interface Plans {
    /** Claims the fault for it; null if there is none. */
    OneTimeFault fault(String requestHead);

    /** What holds it; null if nothing does. */
    RequestHold hold(String requestHead);

    /** Who wants to know of its answer. */
    List<AnswerWatch> watches(String requestHead);
  }

  private final Plans plans;
  private final HttpHead request = new HttpHead();
  private final HttpHead answer = new HttpHead();

  /** Of an answer of which it is not known yet whether it is to be lost. */
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  private boolean answered;
  private long bodyBytes;
  private OneTimeFault fault;
  private RequestHold hold;
  private List<AnswerWatch> watches = List.of();
  private boolean waited;

  RequestWatch(Plans plans) {
    this.plans = plans;
  }

  /** Whether the present request was held. */
  synchronized boolean isHeld() {
    return hold != null;
  }

  /** Waits while the request that was just seen is held. */
  void awaitHold() throws InterruptedException {
    RequestHold waiting;
    synchronized (this) {
      waiting = waited ? null : hold;
      waited = true;
    }
    if (waiting != null) {
      waiting.await();
    }
  }

  /**
   * Bytes came from the client.
   *
   * @return how many of them pass before the connection is cut; {@code length} if it is not
   */
  synchronized int request(byte[] bytes, int length) {
    if (answered) {
      begin();
    }
    int at = 0;
    if (!request.isComplete()) {
      at = request.add(bytes, length);
      if (request.isComplete()) {
        plan(request.text());
      }
    }
    if (fault == null || fault.swallowsAnswer()) {
      return length;
    }
    long left = fault.bodyBytes() - bodyBytes;
    bodyBytes += length - at;
    if (bodyBytes <= fault.bodyBytes()) {
      return length;
    }
    boolean bitten = fault.bite();
    fault = null;
    return bitten ? at + (int) Math.max(0, left) : length;
  }

  /**
   * Bytes came from the server. An answer is lost only if it says that the request was done.
   *
   * @return what goes on to the client, which is nothing while the status is not known yet; empty
   *     if the connection is cut instead
   */
  synchronized Optional<byte[]> answer(byte[] bytes, int length) {
    answered = true;
    if (hold != null) {
      hold.wasAnswered();
    }
    if (!answer.isComplete()) {
      answer.add(bytes, length);
      if (answer.isComplete()) {
        watches.forEach(watch -> watch.answered(answer.text()));
      }
    }
    kept.write(bytes, 0, length);
    if (fault != null && fault.swallowsAnswer()) {
      if (answer.size() < DONE.length() && !answer.isComplete()) {
        return Optional.of(new byte[0]);
      }
      if (answer.text().startsWith(DONE) && fault.bite()) {
        fault = null;
        return Optional.empty();
      }
      end();
    } else if (fault != null && answer.isComplete()) {
      end(); // its body was shorter than where it was to be cut
    }
    byte[] passing = kept.toByteArray();
    kept.reset();
    return Optional.of(passing);
  }

  /** The connection is closed, or its request was spared. */
  synchronized void end() {
    if (fault != null) {
      fault.giveBack();
      fault = null;
    }
  }

  private void begin() {
    end();
    hold = null;
    watches = List.of();
    request.begin();
    answer.begin();
    answered = false;
    bodyBytes = 0;
  }

  private void plan(String head) {
    fault = plans.fault(head);
    hold = plans.hold(head);
    watches = plans.watches(head);
    waited = false;
  }
}
