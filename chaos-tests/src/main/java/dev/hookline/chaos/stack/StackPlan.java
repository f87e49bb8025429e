package dev.hookline.chaos.stack;

import java.nio.file.Path;
import java.util.List;

/**
 * What a stack is made of.
 *
 * @param dist the built distribution: {@code lib/}, {@code job/}
 * @param root the checkout: holds {@code conf/}
 * @param folder where it keeps data, logs and its ports
 * @param orgs organisations that the gateways know
 * @param brokers 1, which is reached through a proxy, or 3, which are reached directly
 * @param smallDisk whether ClickHouse's folder is a small file system of its own, which a fault can
 *     fill; needs the right to mount
 */
public record StackPlan(
    Path dist, Path root, Path folder, List<String> orgs, int brokers, boolean smallDisk) {

  /**
   * Copies the list and makes the paths absolute.
   *
   * @throws IllegalArgumentException for another number of brokers
   */
  public StackPlan {
    if (brokers != 1 && brokers != 3) {
      throw new IllegalArgumentException("brokers must be 1 or 3; got " + brokers);
    }
    dist = dist.toAbsolutePath();
    root = root.toAbsolutePath();
    folder = folder.toAbsolutePath();
    orgs = List.copyOf(orgs);
  }

  /**
   * Where the job puts a block that ClickHouse does not take; there may be no other copy of it.
   * Missing as long as there is none.
   */
  public Path refusedBlocks() {
    return folder.resolve("refused-blocks");
  }

  /** The secret with which deliveries of a hook are signed; good on loopback only. */
  public static String secret(String org, String source) {
    return "chaos-" + org + "-" + source;
  }
}
