package dev.hookline.devstack.container;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.Server;
import dev.hookline.devstack.clickhouse.ClickHouseServer;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a part as a container, or skips the class and says why it cannot have one:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ContainerExtension CONTAINER = ContainerExtension.of(Part.KAFKA);
 * }</pre>
 *
 * <p>The container is shared by all classes of the JVM, so a class names its topics, keys and
 * databases by itself, and brings back what it has paused.
 */
public final class ContainerExtension implements ExecutionCondition, BeforeAllCallback {
  private final Part part;

  private ContainerExtension(Part part) {
    this.part = part;
  }

  /**
   * The extension for a class that runs on a container of this part.
   *
   * @param part Kafka, Redis or ClickHouse
   */
  public static ContainerExtension of(Part part) {
    Images.of(part);
    return new ContainerExtension(part);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> reason = Containers.whyNot(part);
    if (context.getTestMethod().isEmpty()) {
      // Maven's summary counts what was skipped and keeps the reason for its report files.
      reason.ifPresent(
          why -> System.err.println("Skipped: " + context.getDisplayName() + ": " + why));
    }
    return reason
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled(Images.of(part) + " can run"));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Containers.get(part);
  }

  /** The container. */
  public Server server() {
    return Containers.get(part);
  }

  /**
   * The container of {@link Part#CLICKHOUSE}.
   *
   * @throws ClassCastException when the extension is for another part
   */
  public ClickHouseServer clickHouse() {
    return (ClickHouseServer) server();
  }
}
