package dev.hookline.chaos.mutants.sink;

import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A sink in two phases as one writes it in an afternoon: the rows of a checkpoint lie in it as one
 * piece and are inserted when it has completed. Which token a piece has and how it is inserted is
 * what its mutants get wrong.
 *
 * @param tokens names a piece
 * @param commit inserts a piece
 */
record SmallSink(Tokens tokens, Commit commit)
    implements Sink<NormalizedEvent>, SupportsCommitter<SmallSink.Piece> {

  /** Names the rows of a checkpoint. */
  @FunctionalInterface
  interface Tokens extends Serializable {
    UUID of(long checkpoint, int subtask);
  }

  /** Inserts a piece, or throws, which fails the job. */
  @FunctionalInterface
  interface Commit extends Serializable {
    void commit(Piece piece) throws IOException, InterruptedException;
  }

  /**
   * The rows of a checkpoint.
   *
   * @param token its name
   * @param rows JSON, one row each, without their block
   */
  record Piece(UUID token, List<String> rows) {

    /** The rows as they are inserted: with the block that brings them. */
    List<String> rowsOf(UUID block) {
      return rows.stream()
          .map(row -> "{\"ingest_block\":\"" + block + "\"," + row.substring(1))
          .toList();
    }
  }

  /** The row of an event, without its block. */
  static String row(NormalizedEvent event) {
    JsonRow row = new JsonRow();
    EventRows.write(event, row);
    return row.toString();
  }

  @Override
  public SinkWriter<NormalizedEvent> createWriter(WriterInitContext context) {
    return new Writer(
        tokens,
        context.getRestoredCheckpointId().orElse(0),
        context.getTaskInfo().getIndexOfThisSubtask());
  }

  @Override
  public Committer<Piece> createCommitter(CommitterInitContext context) {
    return new Committer<>() {
      @Override
      public void commit(Collection<CommitRequest<Piece>> requests)
          throws IOException, InterruptedException {
        for (CommitRequest<Piece> request : requests) {
          commit.commit(request.getCommittable());
        }
      }

      @Override
      public void close() {
        // Each insert is a request of its own.
      }
    };
  }

  @Override
  public SimpleVersionedSerializer<Piece> getCommittableSerializer() {
    return new PieceSerializer();
  }

  /** Keeps rows until the barrier. */
  private static final class Writer implements CommittingSinkWriter<NormalizedEvent, Piece> {
    private final Tokens tokens;
    private final int subtask;
    private long checkpoint;
    private List<String> rows = new ArrayList<>();

    private Writer(Tokens tokens, long restored, int subtask) {
      this.tokens = tokens;
      this.checkpoint = restored;
      this.subtask = subtask;
    }

    @Override
    public void write(NormalizedEvent event, Context context) {
      rows.add(row(event));
    }

    @Override
    public void flush(boolean endOfInput) {
      // Nothing to do: prepareCommit follows.
    }

    @Override
    public Collection<Piece> prepareCommit() {
      checkpoint++;
      if (rows.isEmpty()) {
        return List.of();
      }
      Piece piece = new Piece(tokens.of(checkpoint, subtask), rows);
      rows = new ArrayList<>();
      return List.of(piece);
    }

    @Override
    public void close() {
      // Rows that are in no checkpoint are read again.
    }
  }

  private static final class PieceSerializer implements SimpleVersionedSerializer<Piece> {

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Piece piece) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeLong(piece.token().getMostSignificantBits());
        out.writeLong(piece.token().getLeastSignificantBits());
        out.write(String.join("\n", piece.rows()).getBytes(StandardCharsets.UTF_8));
      }
      return bytes.toByteArray();
    }

    @Override
    public Piece deserialize(int version, byte[] serialized) throws IOException {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
        UUID token = new UUID(in.readLong(), in.readLong());
        String rows = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Piece(token, List.of(rows.split("\n")));
      }
    }
  }
}
