package dev.hookline.devstack.kafka;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A broker's place in its cluster.
 *
 * @param brokerName names its process and its folder
 * @param node its number
 * @param clusterId the same for all members
 * @param controllerPorts of every member by its number; empty for a broker that is alone
 */
record Membership(
    String brokerName, int node, String clusterId, Map<Integer, Integer> controllerPorts) {

  static Membership alone() {
    return new Membership("kafka", 1, newClusterId(), Map.of());
  }

  /** What server.properties has to say of it. */
  Map<String, Object> settings(Map<Integer, Integer> controllers) {
    int members = controllers.size();
    return Map.of(
        "nodeId",
        node,
        "controllerPort",
        controllers.get(node),
        "voters",
        new TreeMap<>(controllers)
            .entrySet().stream()
                .map(one -> one.getKey() + "@127.0.0.1:" + one.getValue())
                .collect(Collectors.joining(",")),
        "replicas",
        members,
        "inSync",
        members / 2 + 1);
  }

  /** 16 random bytes as Kafka writes them; a leading dash would be read as an option. */
  static String newClusterId() {
    String id;
    do {
      UUID random = UUID.randomUUID();
      byte[] bytes =
          ByteBuffer.allocate(16)
              .putLong(random.getMostSignificantBits())
              .putLong(random.getLeastSignificantBits())
              .array();
      id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } while (id.startsWith("-"));
    return id;
  }
}
