package dev.hookline.contract.settings;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that come as files: where {@code HOOKLINE_NAME_FILE} names a file, {@code HOOKLINE_NAME}
 * is what is in it. A variable is shown to whoever may look at a container or a process; a file is
 * mounted for its reader alone.
 */
public final class SecretFiles {

  private static final Pattern NAME = Pattern.compile("(HOOKLINE_[A-Z0-9_]+)_FILE");

  private SecretFiles() {}

  /**
   * Reads the files.
   *
   * @param environment as the process has it
   * @return the same, and each variable whose file is named; without the line's end of the file
   * @throws SettingException naming the variable whose file cannot be read or is empty, or which
   *     has another value already
   */
  public static Map<String, String> resolve(Map<String, String> environment) {
    Map<String, String> resolved = new HashMap<>(environment);
    environment.forEach(
        (variable, file) -> {
          Matcher matcher = NAME.matcher(variable);
          if (matcher.matches() && !file.isBlank()) {
            String name = matcher.group(1);
            String secret = secret(variable, Path.of(file.strip()));
            String given = environment.getOrDefault(name, "");
            if (!given.isEmpty() && !given.equals(secret)) {
              throw new SettingException(
                  variable,
                  "is set, and so is " + name + " to something else: leave one of them out");
            }
            resolved.put(name, secret);
          }
        });
    return Map.copyOf(resolved);
  }

  private static String secret(String variable, Path file) {
    String secret = SettingFile.read(variable, file).stripTrailing();
    if (secret.isEmpty()) {
      throw new SettingException(variable, file + " is empty: write the secret into it");
    }
    return secret;
  }
}
