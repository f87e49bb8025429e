package dev.hookline.cli;

import dev.hookline.contract.ContentHash;
import dev.hookline.contract.EventIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Remembers to which moment the body of a chosen delivery id was moved, so that sending it again
 * sends the same bytes, as a provider's redelivery does; another moment would make it a conflict.
 */
final class SentMoments {

  private static final Duration KEPT = Duration.ofDays(7);

  private final Path folder;
  private final Clock clock;

  SentMoments(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * The moment of a delivery.
   *
   * @param identity of the delivery
   * @param fresh the moment when it was not sent before, or more than seven days ago
   * @return the remembered moment, else the fresh one, which is remembered
   * @throws IOException when the folder cannot be read or written
   */
  Instant of(EventIdentity identity, Instant fresh) throws IOException {
    Path file =
        folder.resolve(ContentHash.of(identity.toString().getBytes(StandardCharsets.UTF_8)));
    forgetOld();
    try {
      return Instant.parse(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      Files.createDirectories(folder);
      Files.writeString(file, fresh.toString());
      return fresh;
    }
  }

  private void forgetOld() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Instant oldest = clock.instant().minus(KEPT);
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.toList();
    }
    for (Path file : files) {
      if (Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
        Files.deleteIfExists(file);
      }
    }
  }
}
