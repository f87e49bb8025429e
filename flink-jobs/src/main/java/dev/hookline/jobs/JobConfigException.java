package dev.hookline.jobs;

/** A setting that cannot be; the message is one line that names the setting and the way out. */
public final class JobConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param path the setting, such as {@code kafka.bootstrapServers}
   * @param problem what is wrong and what would be right
   */
  public JobConfigException(String path, String problem) {
    super(path + ": " + problem);
  }
}
