package dev.hookline.cli.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The folder where a stack keeps everything: a folder of data for each part, {@code logs/}, {@code
 * state.json} and the lock that keeps two supervisors apart.
 *
 * @param folder the folder, absolute
 */
public record Home(Path folder) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * What the parts print.
   *
   * @return a folder that may not exist yet
   */
  public Path logs() {
    return folder.resolve("logs");
  }

  /**
   * What a detached supervisor prints.
   *
   * @return a file that may not exist yet
   */
  public Path supervisorLog() {
    return logs().resolve("supervisor.log");
  }

  /**
   * Reads the state that the last supervisor wrote.
   *
   * @return the state, or empty when no stack was ever started here
   * @throws UncheckedIOException when the file cannot be read as a state
   */
  public Optional<StackState> state() {
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(stateFile()), StackState.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(
          stateFile() + " is not a state file: " + e.getOriginalMessage() + "; remove it", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + stateFile(), e);
    }
  }

  /**
   * Writes the state, whole or not at all: a reader never sees half of it.
   *
   * @param state the state
   * @throws UncheckedIOException when it cannot be written
   */
  void write(StackState state) {
    Path next = folder.resolve("state.json.next");
    try {
      Files.createDirectories(folder);
      Files.write(next, JSON.writeValueAsBytes(state));
      Files.move(
          next, stateFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + stateFile(), e);
    }
  }

  /**
   * Takes the lock that a supervisor holds as long as it lives.
   *
   * @return the lock, or empty when another supervisor has it
   * @throws UncheckedIOException when the folder cannot be written
   */
  Optional<Lock> tryLock() {
    FileChannel channel = null;
    try {
      Files.createDirectories(folder);
      channel =
          FileChannel.open(
              folder.resolve("supervisor.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new Lock(channel));
      }
      channel.close();
      return Optional.empty();
    } catch (OverlappingFileLockException heldByThisProcess) {
      closeQuietly(channel);
      return Optional.empty();
    } catch (IOException e) {
      closeQuietly(channel);
      throw new UncheckedIOException("cannot lock " + folder + ": is it writable?", e);
    }
  }

  private static void closeQuietly(FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // Nothing was written through it, and the failure that led here is the one to report.
      }
    }
  }

  private Path stateFile() {
    return folder.resolve("state.json");
  }

  /**
   * The right to run a stack in a home. Ends with the process at the latest.
   *
   * @param channel holds the lock while it is open
   */
  record Lock(FileChannel channel) implements AutoCloseable {
    @Override
    public void close() {
      closeQuietly(channel);
    }
  }
}
