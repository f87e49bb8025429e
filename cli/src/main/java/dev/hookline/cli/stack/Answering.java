package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.settings.KafkaAccess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Whether parts answer at their addresses, asked over the network like any client. */
public final class Answering {

  /** The parts that can be asked by themselves. */
  static final List<Part> PARTS =
      List.of(Part.GATEWAY, Part.ADMIN, Part.KAFKA, Part.FLINK, Part.CLICKHOUSE);

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Endpoints endpoints;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  /**
   * Nothing is asked yet.
   *
   * @param endpoints where the parts are
   */
  public Answering(Endpoints endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Waits until all of these parts answer.
   *
   * @param parts of those that can be asked
   * @param bound the longest to wait
   * @param progress is told what is waited for
   * @throws CliFailure naming the part that does not answer within the bound
   */
  public void await(List<Part> parts, Duration bound, Consumer<String> progress) {
    long deadline = System.nanoTime() + bound.toNanos();
    for (Part part : parts) {
      for (Optional<String> fault = fault(part); fault.isPresent(); fault = fault(part)) {
        if (System.nanoTime() - deadline >= 0) {
          throw CliFailure.undecided(
              "%s at %s has not answered within %d s (%s): start it, or wait longer by --wait"
                  .formatted(part.label(), endpoints.of(part), bound.toSeconds(), fault.get()));
        }
        progress.accept("waiting for " + part.label() + " at " + endpoints.of(part));
        LockSupport.parkNanos(PAUSE.toNanos());
        if (Thread.currentThread().isInterrupted()) {
          throw CliFailure.undecided("interrupted while waiting for " + part.label());
        }
      }
    }
  }

  /**
   * Asks a part.
   *
   * @param part one of {@link #PARTS}
   * @return whether it serves; false, too, when it says that it cannot
   * @throws CliFailure when its address is unknown or none
   */
  boolean answers(Part part) {
    return fault(part).isEmpty();
  }

  /** Why a part does not serve; a certificate or a password that is refused looks like no part. */
  private Optional<String> fault(Part part) {
    return switch (part) {
      // a 404 like any answer shows that webhooks are taken
      case GATEWAY -> fault(part, "/", status -> true);
      case ADMIN -> fault(part, "/readyz", status -> status == 200);
      case FLINK -> fault(part, "/overview", status -> status == 200);
      case CLICKHOUSE -> fault(part, "/ping", status -> status == 200);
      case KAFKA -> faultOfKafka();
      case REDIS, ZOOKEEPER ->
          throw new IllegalArgumentException(part.label() + " cannot be asked");
    };
  }

  private Optional<String> fault(Part part, String path, IntPredicate serves) {
    URI uri = URI.create(endpoints.uri(part) + path);
    try {
      int status =
          http.send(
                  HttpRequest.newBuilder(uri).timeout(LIMIT).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode();
      return serves.test(status) ? Optional.empty() : Optional.of("status " + status);
    } catch (IOException e) {
      return Optional.of(cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /** A broker that is not in service yet knows of no broker. */
  private Optional<String> faultOfKafka() {
    KafkaAccess access = endpoints.kafkaAccess();
    try (Admin admin = Admin.create(Lag.adminSettings(endpoints.of(Part.KAFKA), access))) {
      return admin.describeCluster().nodes().get(LIMIT.toSeconds(), TimeUnit.SECONDS).isEmpty()
          ? Optional.of("no broker is in service yet")
          : Optional.empty();
    } catch (KafkaException | ExecutionException | TimeoutException e) {
      return Optional.of(cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /** The outer ones of a chain name the client's step; the innermost that says something, why. */
  private static String cause(Throwable failure) {
    Throwable told = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      told = cause.getMessage() == null ? told : cause;
    }
    String name = told.getClass().getSimpleName();
    return told.getMessage() == null ? name : name + ": " + told.getMessage();
  }
}
