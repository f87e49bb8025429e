package dev.hookline.chaos.mutants.gateway;

import dev.hookline.chaos.mutants.lab.LocalGateway;
import dev.hookline.devstack.process.ChildProcess;
import dev.hookline.gateway.publish.PublishTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway, right or wrong, as a process of its own, to be killed. */
final class GatewayChild implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Long: the send must neither succeed nor fail before the process is dead. */
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final Pattern LISTENS = Pattern.compile("listens at (http://\\S+)");

  private final ChildProcess process;

  private GatewayChild(ChildProcess process) {
    this.process = process;
  }

  /** Starts one; {@link #uri} waits for it. */
  static GatewayChild start(
      Path folder, WrongGateway version, String kafka, String redis, String organisation) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            GatewayChild.class.getName(),
            version.name(),
            kafka,
            redis,
            organisation);
    return new GatewayChild(
        ChildProcess.builder("gateway " + version.name(), command)
            // its own: the address is read from it
            .log(folder.resolve("gateway-" + organisation + ".log"))
            .start());
  }

  /**
   * The child's side.
   *
   * @param args name of the version, Kafka, Redis, organisation
   * @throws InterruptedException when the process is to end
   */
  public static void main(String[] args) throws InterruptedException {
    LocalGateway gateway =
        LocalGateway.start(
            new LocalGateway.Plan(
                args[1],
                args[2],
                List.of(args[3]),
                PublishTimeouts.within(DEADLINE),
                DEADLINE,
                GatewayMutants.version(args[0]).wrong(),
                identity -> System.out.println(handedOver(identity))));
    System.out.println("listens at " + gateway.uri());
    new CountDownLatch(1).await(); // until it is killed
  }

  private static String handedOver(String identity) {
    return "handed over " + identity + ";";
  }

  /** Where it takes webhooks, once it does. */
  URI uri() {
    process.awaitReady("its address", () -> LISTENS.matcher(printed()).find(), LIMIT);
    Matcher address = LISTENS.matcher(printed());
    if (!address.find()) {
      throw new IllegalStateException("no address in " + process.log());
    }
    return URI.create(address.group(1));
  }

  /** Waits until all of them were handed to its publisher. */
  void awaitHandedOver(Collection<String> identities) {
    process.awaitReady(
        "its records to be handed over",
        () -> {
          String printed = printed();
          return identities.stream().allMatch(one -> printed.contains(handedOver(one)));
        },
        LIMIT);
  }

  private String printed() {
    try {
      return Files.exists(process.log()) ? Files.readString(process.log()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.kill();
  }
}
