package dev.hookline.chaos.checker;

import dev.hookline.chaos.checker.Tables.EventRow;
import dev.hookline.chaos.history.Intent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Every row holds what its sender sent: the hash of the body as the row says it, the payload itself
 * as ClickHouse hashes it, its size, its type.
 */
public final class PayloadIntact implements Checker {

  /** A body of more bytes than these is kept without its payload. */
  private static final long MAX_STORED_BYTES = 1024 * 1024;

  @Override
  public String name() {
    return "PayloadIntact";
  }

  @Override
  public List<Violation> check(Findings findings) {
    Map<String, Set<String>> differences = new TreeMap<>();
    for (List<EventRow> rows : List.of(findings.tables().events(), findings.tables().physical())) {
      for (EventRow row : rows) {
        findings
            .history()
            .intent(row.identity())
            .ifPresent(
                intent ->
                    differences
                        .computeIfAbsent(row.identity(), any -> new LinkedHashSet<>())
                        .addAll(compare(intent, row)));
      }
    }
    List<Violation> violations = new ArrayList<>();
    differences.forEach(
        (identity, texts) -> {
          if (!texts.isEmpty()) {
            violations.add(new Violation(name(), identity, String.join("; ", texts)));
          }
        });
    return violations;
  }

  private static List<String> compare(Intent intent, EventRow row) {
    List<String> texts = new ArrayList<>();
    differ(texts, "content_hash", intent.bodyHash(), row.contentHash());
    differ(
        texts,
        "SHA-256 of payload",
        intent.payloadBytes() > MAX_STORED_BYTES ? "" : intent.payloadHash(),
        row.payloadHash());
    differ(texts, "payload_size", intent.payloadBytes(), row.payloadSize());
    differ(texts, "event_type", intent.eventType(), row.eventType());
    return texts;
  }

  private static void differ(List<String> texts, String what, Object sent, Object kept) {
    if (!sent.equals(kept)) {
      texts.add(what + " was sent as '" + sent + "' and kept as '" + kept + "'");
    }
  }
}
