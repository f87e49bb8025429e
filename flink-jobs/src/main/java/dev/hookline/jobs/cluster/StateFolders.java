package dev.hookline.jobs.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** The folders of a job's checkpoints and savepoints, as Flink names them. */
final class StateFolders {
  private static final String METADATA = "_metadata"; // the last file that either writes
  private static final Pattern CHECKPOINT = Pattern.compile("chk-\\d+");
  private static final int START_OF_THE_ID = 6;

  private final Path checkpoints;
  private final Optional<Path> savepoints;
  private final Pattern savepoint;

  /** One from which a job could begin; of two the one that was written later is the newer. */
  private record Complete(Path folder, long writtenMillis) {}

  /**
   * Nothing is read yet.
   *
   * @param config Flink's, with a folder for checkpoints
   * @param job the id that the job is submitted with
   */
  StateFolders(Configuration config, JobID job) {
    String id = job.toString();
    checkpoints = new Path(config.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY), id);
    savepoints = config.getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY).map(Path::new);
    savepoint = Pattern.compile("savepoint-" + id.substring(0, START_OF_THE_ID) + "-.*");
  }

  /**
   * The newest state that is whole.
   *
   * @return empty when there is none
   * @throws IOException when a folder is there and cannot be read
   */
  Optional<Path> newest() throws IOException {
    List<Complete> all = new ArrayList<>(in(checkpoints, CHECKPOINT));
    if (savepoints.isPresent()) {
      all.addAll(in(savepoints.get(), savepoint));
    }
    return all.stream()
        .max(Comparator.comparingLong(Complete::writtenMillis))
        .map(Complete::folder);
  }

  /** Whether this is a place in one of the folders. */
  boolean hold(Path state) {
    String parent = state.getParent() == null ? "" : state.getParent().getPath();
    return parent.equals(checkpoints.getPath())
        || savepoints.map(Path::getPath).filter(parent::equals).isPresent();
  }

  /** For people. */
  @Override
  public String toString() {
    return checkpoints + savepoints.map(folder -> " or " + folder).orElse("");
  }

  private static List<Complete> in(Path folder, Pattern names) throws IOException {
    FileSystem files = folder.getFileSystem();
    List<Complete> complete = new ArrayList<>();
    for (FileStatus one : files.exists(folder) ? files.listStatus(folder) : new FileStatus[0]) {
      if (names.matcher(one.getPath().getName()).matches()) {
        try {
          FileStatus metadata = files.getFileStatus(new Path(one.getPath(), METADATA));
          complete.add(new Complete(one.getPath(), metadata.getModificationTime()));
        } catch (FileNotFoundException e) {
          // it has not come to its end, or has just been deleted
        }
      }
    }
    return complete;
  }
}
