package dev.hookline.cli;

import dev.hookline.cli.stack.Home;
import dev.hookline.cli.stack.StackState;
import dev.hookline.contract.Source;
import dev.hookline.gateway.ConfigException;
import dev.hookline.gateway.GatewayConfigReader;
import dev.hookline.gateway.Secret;
import java.nio.file.Path;
import java.util.List;

/** Finds the secret with which an organisation's hook signs: the gateway's own configuration. */
public final class HookSecret {

  private HookSecret() {}

  /**
   * Finds it.
   *
   * @param surroundings the environment, the home and the checkout
   * @param config the configuration; null for that of the target or the running stack, else
   *     conf/demo.yaml
   * @param org the organisation
   * @param source the provider
   * @return the first of the secrets that the gateway accepts; for an organisation that is not
   *     configured any text will do, so that its refusal can be seen
   */
  public static String find(Surroundings surroundings, Path config, String org, Source source) {
    Path file = config == null ? configOfStack(surroundings) : config;
    try {
      List<Secret> secrets =
          GatewayConfigReader.readSecrets(file, surroundings.environment(), org, source);
      return secrets.isEmpty() ? "not-configured" : secrets.get(0).reveal();
    } catch (ConfigException e) {
      throw CliFailure.undecided(e.getMessage(), e);
    }
  }

  private static Path configOfStack(Surroundings surroundings) {
    String given = surroundings.environment().getOrDefault("HOOKLINE_GATEWAY_CONFIG", "");
    if (surroundings.target().isPresent() && !given.isBlank()) {
      return Path.of(given);
    }
    return new Home(surroundings.home())
        .state()
        .filter(StackState::supervised)
        .map(state -> Path.of(state.gatewayConfig()))
        .orElse(surroundings.root().resolve("conf/demo.yaml"));
  }
}
