package dev.hookline.contract.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small text file that a setting names. */
final class SettingFile {

  /** What is larger is no secret and no list of properties. */
  private static final int MOST_BYTES = 64 * 1024;

  private SettingFile() {}

  /**
   * Reads it.
   *
   * @param setting what names the file, for the message of a failure
   * @throws SettingException when it cannot be read, is too large or no UTF-8
   */
  static String read(String setting, Path file) {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > MOST_BYTES) {
        throw new SettingException(setting, file + " has more than 64 KiB: it is another file");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new SettingException(setting, file + " is no text in UTF-8", e);
    } catch (IOException e) {
      throw new SettingException(
          setting,
          file + " cannot be read (" + e + "): name a file that the process's user may read",
          e);
    }
  }
}
