package dev.hookline.gateway;

import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The secrets that are printed in conf/demo.yaml: whoever has read it can sign with them. */
final class PublicSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(PublicSecrets.class);

  private static final Set<String> PUBLIC = Set.of("demo-github-secret", "demo-jira-secret");

  private PublicSecrets() {}

  /** Logs a line for every organisation that can be written to by anybody. */
  static void warn(GatewayConfig config) {
    config
        .organisations()
        .forEach(
            (name, organisation) ->
                organisation
                    .secrets()
                    .forEach(
                        (source, secrets) -> {
                          if (secrets.stream().anyMatch(s -> PUBLIC.contains(s.reveal()))) {
                            LOG.warn(
                                "organisations.{}.{} has the demo's public secret: anybody who"
                                    + " reaches this port can send in its name",
                                name,
                                source.wireName());
                          }
                        }));
  }
}
