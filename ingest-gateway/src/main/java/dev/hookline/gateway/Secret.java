package dev.hookline.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;

/**
 * A secret that a provider signs with. It is shown to nobody who does not ask for it by name:
 * {@link #toString()} is masked, so that no log, error or record that holds one can leak it.
 */
public final class Secret {

  private static final String MASK = "****";

  private final String value;

  /**
   * Takes a secret.
   *
   * @param value the text as configured, not blank
   * @throws IllegalArgumentException when it is blank: an empty secret would let anybody in
   */
  public Secret(String value) {
    Objects.requireNonNull(value, "value");
    if (value.isBlank()) {
      throw new IllegalArgumentException("a secret must not be blank");
    }
    this.value = value;
  }

  /**
   * The secret itself.
   *
   * @return the text as configured; not to be logged
   */
  public String reveal() {
    return value;
  }

  /**
   * The secret as the key of a MAC.
   *
   * @return a new array of its UTF-8 bytes
   */
  public byte[] bytes() {
    return value.getBytes(UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** Masked. */
  @Override
  public String toString() {
    return MASK;
  }
}
