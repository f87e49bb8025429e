package dev.hookline.chaos.workload;

/** Where senders get the secrets from that they sign with. */
@FunctionalInterface
public interface SecretOf {

  /**
   * The secret of a hook.
   *
   * @param org an organisation that the gateways know
   * @param source {@code github} or {@code jira}
   */
  String of(String org, String source);
}
