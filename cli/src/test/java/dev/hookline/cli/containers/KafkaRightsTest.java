package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.audit.AuditSettings;
import dev.hookline.contract.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;

class KafkaRightsTest {

  /** Whoever may do more than the page says would hide that the page says too little. */
  @Test
  void thePagesTableIsReadWhole() {
    Map<String, List<AclBinding>> rights = KafkaRights.ofThePage();

    assertThat(rights).containsOnlyKeys("gateway", "job", "migrations", "audit");
    assertThat(rights.get("gateway"))
        .extracting(right -> right.entry().operation())
        .containsExactlyInAnyOrder(AclOperation.WRITE, AclOperation.DESCRIBE);
    assertThat(rights.get("job"))
        .extracting(right -> right.pattern().name())
        .containsOnly(
            Topics.WEBHOOK_EVENTS, Topics.WEBHOOK_EVENTS_DLQ, AuditSettings.DEFAULT_GROUP);
    assertThat(rights.get("migrations"))
        .extracting(right -> right.entry().operation())
        .contains(AclOperation.ALTER_CONFIGS, AclOperation.DESCRIBE_CONFIGS);
    assertThat(rights.values())
        .allSatisfy(
            some ->
                assertThat(some)
                    .noneMatch(right -> right.entry().operation() == AclOperation.ALL)
                    .noneMatch(right -> right.pattern().name().equals("*")));
  }
}
