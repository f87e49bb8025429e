package dev.hookline.cli.stack;

import dev.hookline.cli.CliFailure;
import dev.hookline.contract.settings.KafkaAccess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
  private static final int MOST_SHOWN = 300;

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
      for (Health health = health(part); !health.serves(); health = health(part)) {
        if (System.nanoTime() - deadline >= 0) {
          throw CliFailure.undecided(
              "%s at %s has not answered within %d s (%s): start it, or wait longer by --wait"
                  .formatted(part.label(), endpoints.of(part), bound.toSeconds(), health.fault()));
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
   * What a part said when it was asked.
   *
   * @param answered whether it answered at all
   * @param fault why it does not serve; empty when it does. A certificate or a password that is
   *     refused looks like no part
   */
  record Health(boolean answered, String fault) {
    private static final Health GOOD = new Health(true, "");

    boolean serves() {
      return fault.isEmpty();
    }
  }

  /**
   * Asks a part.
   *
   * @param part one of {@link #PARTS}
   * @throws CliFailure when its address is unknown or none
   */
  Health health(Part part) {
    return switch (part) {
      // a 404 like any answer shows that webhooks are taken
      case GATEWAY -> health(part, "/", status -> true);
      case ADMIN -> health(part, "/readyz", status -> status == 200);
      case FLINK -> health(part, "/overview", status -> status == 200);
      case CLICKHOUSE -> health(part, "/ping", status -> status == 200);
      case KAFKA -> healthOfKafka();
      case REDIS, ZOOKEEPER ->
          throw new IllegalArgumentException(part.label() + " cannot be asked");
    };
  }

  private Health health(Part part, String path, IntPredicate serves) {
    URI uri = URI.create(endpoints.uri(part) + path);
    try {
      HttpResponse<InputStream> response =
          http.send(
              HttpRequest.newBuilder(uri).timeout(LIMIT).build(),
              HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (serves.test(response.statusCode())) {
          return Health.GOOD;
        }
        String said = new String(body.readNBytes(MOST_SHOWN), StandardCharsets.UTF_8).strip();
        return new Health(
            true, "status " + response.statusCode() + (said.isEmpty() ? "" : ", " + said));
      }
    } catch (IOException e) {
      return new Health(false, cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Health(false, "interrupted");
    }
  }

  /** A broker that is not in service yet knows of no broker. */
  private Health healthOfKafka() {
    KafkaAccess access = endpoints.kafkaAccess();
    try (Admin admin = Admin.create(Lag.adminSettings(endpoints.of(Part.KAFKA), access))) {
      return admin.describeCluster().nodes().get(LIMIT.toSeconds(), TimeUnit.SECONDS).isEmpty()
          ? new Health(true, "no broker is in service yet")
          : Health.GOOD;
    } catch (KafkaException | ExecutionException | TimeoutException e) {
      return new Health(false, cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Health(false, "interrupted");
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
