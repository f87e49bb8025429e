package dev.hookline.gateway.http;

import dev.hookline.contract.Topics;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads one body without holding a thread, whatever its sender's speed. The size is limited while
 * reading, so a chunked body and a false Content-Length are limited too; memory is reserved before
 * it is taken; time is limited.
 *
 * <p>What is refused is read on for a little while and thrown away: a server that closes a
 * connection with unread bytes resets it, and the sender may never see the answer.
 *
 * <p>Callbacks come one at a time from the server, the time limit from the timer: the state is
 * guarded by this object's lock, and the result is given outside of it.
 */
final class BodyReader implements ReadListener {

  private static final int FIRST_BUFFER = 16 * 1024;
  private static final int MAX_BODY = Topics.MAX_BODY_BYTES;
  private static final long MAX_DISCARDED = 32L * 1024 * 1024;
  private static final Duration MAX_DISCARDING = Duration.ofSeconds(2);

  private final CompletableFuture<ReadBody> result = new CompletableFuture<>();
  private final ServletInputStream in;
  private final InFlightBytes.Reservation reservation;
  private final ScheduledExecutorService timer;
  private final long declared;

  private byte[] buffer = new byte[0];
  private int size;
  private Answer refusal;
  private long discarded;
  private boolean done;
  private ScheduledFuture<?> limit;

  private BodyReader(
      HttpServletRequest request,
      InFlightBytes.Reservation reservation,
      ScheduledExecutorService timer)
      throws IOException {
    this.in = request.getInputStream();
    this.reservation = reservation;
    this.timer = timer;
    this.declared = request.getContentLengthLong();
  }

  /**
   * Starts reading. The request must be in asynchronous mode.
   *
   * @param reservation grows with the body; left to the caller to close, unless the body is refused
   * @param patience how long the whole body may take
   */
  static CompletableFuture<ReadBody> read(
      HttpServletRequest request,
      InFlightBytes.Reservation reservation,
      ScheduledExecutorService timer,
      Duration patience)
      throws IOException {
    BodyReader reader = new BodyReader(request, reservation, timer);
    synchronized (reader) {
      reader.limitTo(patience, slow(patience));
    }
    reader.in.setReadListener(reader);
    return reader.result;
  }

  /** Reads a body only to throw it away, and then gives the answer. */
  static CompletableFuture<ReadBody> discard(
      HttpServletRequest request,
      InFlightBytes.Reservation reservation,
      ScheduledExecutorService timer,
      Answer answer)
      throws IOException {
    BodyReader reader = new BodyReader(request, reservation, timer);
    synchronized (reader) {
      reader.refuse(answer);
    }
    reader.in.setReadListener(reader);
    return reader.result;
  }

  @Override
  public void onDataAvailable() throws IOException {
    ReadBody finished = null;
    synchronized (this) {
      while (!done && in.isReady()) {
        int count = in.read(target(), offset(), room());
        if (count < 0) {
          finished = finish();
        } else {
          finished = took(count);
        }
      }
    }
    give(finished);
  }

  @Override
  public void onAllDataRead() {
    ReadBody finished;
    synchronized (this) {
      finished = done ? null : finish();
    }
    give(finished);
  }

  @Override
  public void onError(Throwable error) {
    ReadBody finished;
    synchronized (this) {
      Answer answer =
          error instanceof TimeoutException
              ? Answer.problem(Problem.SLOW_BODY, "the connection was idle for too long")
              : Answer.problem(
                  Problem.INTERRUPTED,
                  "the body ended before its declared end, or is badly framed");
      finished = done ? null : end(new ReadBody.Refused(refusal == null ? answer : refusal));
    }
    give(finished);
  }

  private byte[] scratch() {
    return Scratch.BUFFER.get();
  }

  private byte[] target() {
    return refusal != null || size == buffer.length ? scratch() : buffer;
  }

  private int offset() {
    return refusal != null || size == buffer.length ? 0 : size;
  }

  private int room() {
    return refusal != null || size == buffer.length ? scratch().length : buffer.length - size;
  }

  /** Takes note of bytes that were read into {@link #target()}. */
  private ReadBody took(int count) {
    if (refusal != null) {
      discarded += count;
      return discarded > MAX_DISCARDED ? end(new ReadBody.Refused(refusal)) : null;
    }
    if (size < buffer.length) {
      size += count;
      return null;
    }
    if (size + count > MAX_BODY) {
      refuse(tooLarge());
    } else if (!growTo(size + count)) {
      refuse(Answer.problem(Problem.BUSY, "too many bytes are in flight; send again later"));
    } else {
      System.arraycopy(scratch(), 0, buffer, size, count);
      size += count;
    }
    return null;
  }

  /** Doubles the buffer, up to what was declared or is allowed. */
  private boolean growTo(int needed) {
    int most = declared >= needed ? (int) declared : MAX_BODY;
    int capacity = Math.min(most, Math.max(needed, Math.max(FIRST_BUFFER, 2 * buffer.length)));
    if (!reservation.grow(capacity)) {
      return false;
    }
    int before = buffer.length;
    buffer = Arrays.copyOf(buffer, capacity);
    reservation.shrink(before);
    return true;
  }

  private ReadBody finish() {
    if (refusal != null) {
      return end(new ReadBody.Refused(refusal));
    }
    if (size < buffer.length) {
      if (!reservation.grow(size)) {
        return end(
            new ReadBody.Refused(
                Answer.problem(Problem.BUSY, "too many bytes are in flight; send again later")));
      }
      int before = buffer.length;
      buffer = Arrays.copyOf(buffer, size);
      reservation.shrink(before);
    }
    return end(new ReadBody.Whole(buffer));
  }

  private void refuse(Answer answer) {
    refusal = answer;
    buffer = new byte[0];
    size = 0;
    reservation.close();
    limitTo(MAX_DISCARDING, answer);
  }

  private ReadBody end(ReadBody body) {
    done = true;
    buffer = new byte[0];
    if (limit != null) {
      limit.cancel(false);
    }
    return body;
  }

  private void limitTo(Duration patience, Answer answer) {
    if (limit != null) {
      limit.cancel(false);
    }
    boolean whileRefused = refusal != null;
    limit =
        timer.schedule(
            () -> timeOut(answer, whileRefused), patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void timeOut(Answer answer, boolean whileRefused) {
    ReadBody finished;
    synchronized (this) {
      boolean superseded = !whileRefused && refusal != null;
      finished = done || superseded ? null : end(new ReadBody.Refused(answer));
    }
    give(finished);
  }

  private void give(ReadBody body) {
    if (body != null) {
      body.match(
          whole -> null,
          refused -> {
            reservation.close();
            return null;
          });
      result.complete(body);
    }
  }

  /** The refusal of a body that says so itself; one that does not is found out while reading. */
  static Optional<Answer> tooLarge(HttpServletRequest request) {
    return request.getContentLengthLong() > MAX_BODY ? Optional.of(tooLarge()) : Optional.empty();
  }

  private static Answer tooLarge() {
    return Answer.problem(
        Problem.TOO_LARGE, "a body may have up to " + MAX_BODY + " bytes (25 MiB); send less");
  }

  private static Answer slow(Duration patience) {
    return Answer.problem(
        Problem.SLOW_BODY,
        "the body was not here after " + patience.toMillis() + " ms; send again");
  }

  /** One scratch buffer a thread: bytes go there before it is known whether they are kept. */
  private static final class Scratch {
    static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[FIRST_BUFFER]);
  }
}
