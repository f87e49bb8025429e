package dev.hookline.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The rights on Kafka that docs/containers.md says each part needs. */
final class KafkaRights {

  private static final String HEAD = "| who | operations |\n| --- | --- |\n";
  private static final Pattern ROW = Pattern.compile("\\| ([a-z]+)[a-z, ]* \\| (.+) \\|");
  private static final Pattern GRANT =
      Pattern.compile(
          "(?<operations>[A-Za-z, ]+) on (?:`(?<topic>[a-z.-]+)`|the group `(?<group>[a-z-]+)`"
              + "|(?<both>both topics)|(?<cluster>the cluster))");

  private KafkaRights() {}

  /**
   * One user for each row, who is called as the row's first word.
   *
   * @return by user
   */
  static Map<String, List<AclBinding>> ofThePage() {
    String page = ComposeFile.text(ComposeFile.ROOT.resolve("docs/containers.md"));
    assertThat(page).contains(HEAD);
    Map<String, List<AclBinding>> rights = new TreeMap<>();
    page.substring(page.indexOf(HEAD) + HEAD.length())
        .lines()
        .takeWhile(line -> !line.isBlank())
        .forEach(
            line -> {
              Matcher row = ROW.matcher(line);
              assertThat(row.matches()).as(line).isTrue();
              rights.put(row.group(1), bindings(row.group(1), row.group(2)));
            });
    return rights;
  }

  private static List<AclBinding> bindings(String user, String grants) {
    List<AclBinding> bindings = new ArrayList<>();
    for (String text : grants.split("; ", -1)) {
      Matcher grant = GRANT.matcher(text);
      assertThat(grant.matches()).as(text).isTrue();
      for (String operation : grant.group("operations").split(", ", -1)) {
        resources(grant)
            .map(resource -> new AclBinding(resource, entry(user, operation)))
            .forEach(bindings::add);
      }
    }
    return bindings;
  }

  private static Stream<ResourcePattern> resources(Matcher grant) {
    if (grant.group("both") != null) {
      return Stream.of(Topics.WEBHOOK_EVENTS, Topics.WEBHOOK_EVENTS_DLQ)
          .map(topic -> literal(ResourceType.TOPIC, topic));
    }
    if (grant.group("cluster") != null) {
      return Stream.of(literal(ResourceType.CLUSTER, Resource.CLUSTER_NAME));
    }
    return Stream.of(
        grant.group("group") != null
            ? literal(ResourceType.GROUP, grant.group("group"))
            : literal(ResourceType.TOPIC, grant.group("topic")));
  }

  private static ResourcePattern literal(ResourceType type, String name) {
    return new ResourcePattern(type, name, PatternType.LITERAL);
  }

  private static AccessControlEntry entry(String user, String operation) {
    String constant = operation.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    return new AccessControlEntry(
        "User:" + user, "*", AclOperation.valueOf(constant), AclPermissionType.ALLOW);
  }
}
