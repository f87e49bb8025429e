package dev.hookline.sink.clickhouse.internal.settings;

import java.io.Serializable;
import java.util.Objects;

/**
 * Whom the sink trusts behind https. The files are read by the tasks, so they must be on every
 * TaskManager.
 *
 * @param trustStore path of a trust store; empty if none
 * @param trustStorePassword its password
 * @param trustStoreType {@code PKCS12} or {@code JKS}
 * @param caCertificate path of a certificate in PEM; empty if none
 */
public record Tls(
    String trustStore, Secret trustStorePassword, String trustStoreType, String caCertificate)
    implements Serializable {

  /** Whom the Java platform trusts. */
  public static final Tls OF_THE_PLATFORM = new Tls("", new Secret(""), "PKCS12", "");

  /** Refuses two answers to the same question. */
  public Tls {
    Objects.requireNonNull(trustStore, "trustStore");
    Objects.requireNonNull(trustStorePassword, "the trust store's password");
    Objects.requireNonNull(caCertificate, "caCertificate");
    if (!trustStore.isEmpty() && !caCertificate.isEmpty()) {
      throw new IllegalArgumentException(
          "trustStore() and caCertificate() both say whom to trust: give one of them, and put the"
              + " certificate into the store if both are needed");
    }
    if (!"PKCS12".equals(trustStoreType) && !"JKS".equals(trustStoreType)) {
      throw new IllegalArgumentException(
          "trust store type '" + trustStoreType + "' must be PKCS12 or JKS");
    }
  }

  /** Whether there is nothing beyond the platform's own. */
  boolean isOfThePlatform() {
    return trustStore.isEmpty() && caCertificate.isEmpty();
  }
}
