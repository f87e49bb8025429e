package dev.hookline.contract.settings;

import java.util.Objects;

/** A setting that cannot be used; the message is one line with its name and the way out. */
public final class SettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String problem;

  /**
   * Makes one.
   *
   * @param setting the variable or the file and its key
   * @param problem what is wrong, and what to do; holds no secret
   */
  public SettingException(String setting, String problem) {
    super(setting + ": " + problem);
    this.setting = Objects.requireNonNull(setting, "setting");
    this.problem = Objects.requireNonNull(problem, "problem");
  }

  SettingException(String setting, String problem, Throwable cause) {
    this(setting, problem);
    initCause(cause);
  }

  /**
   * The name.
   *
   * @return never null
   */
  public String setting() {
    return setting;
  }

  /**
   * The message without the name.
   *
   * @return never null
   */
  public String problem() {
    return problem;
  }
}
