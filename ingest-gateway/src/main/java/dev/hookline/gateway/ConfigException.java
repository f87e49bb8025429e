package dev.hookline.gateway;

import java.nio.file.Path;

/**
 * A configuration that the gateway refuses to start with. The message is one line for the operator:
 * the file, the field's path, what is wrong with it and the way out; never a value that could be a
 * secret.
 */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param path the field, such as {@code organisations.acme.github.secrets[0]}, or the file
   * @param problem what is wrong and what to do about it
   */
  public ConfigException(String path, String problem) {
    super((path.isEmpty() ? problem : path + ": " + problem).replaceAll("\\s*\\R\\s*", " "));
  }

  /** The same, said of a file. */
  ConfigException in(Path file) {
    return new ConfigException(file.toString(), getMessage());
  }
}
