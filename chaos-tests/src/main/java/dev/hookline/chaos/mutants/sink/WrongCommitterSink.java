package dev.hookline.chaos.mutants.sink;

import dev.hookline.jobs.normalise.NormalizedEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The product's sink with a committer around its own that does one thing wrong.
 *
 * @param sink the product's
 * @param commits the same
 * @param fault what is wrong
 * @param <C> what is committed
 */
record WrongCommitterSink<C>(
    Sink<NormalizedEvent> sink, SupportsCommitter<C> commits, WrongCommitterSink.Fault fault)
    implements Sink<NormalizedEvent>, SupportsCommitter<C> {

  private static final Logger LOG = LoggerFactory.getLogger(WrongCommitterSink.class);

  /** What the committer does wrong. */
  enum Fault {
    /** Tells Flink that a block failed, which forgets it, where it should fail the job. */
    SIGNALS_FAILURES,
    /** Keeps a block that failed for its next call, and lets Flink take it for committed. */
    KEEPS_FAILURES_IN_MEMORY,
    /** Takes the blocks of a restored checkpoint for committed. */
    SKIPS_RESTORED
  }

  static Sink<NormalizedEvent> around(Sink<NormalizedEvent> sink, Fault fault) {
    if (!(sink instanceof SupportsCommitter<?> commits)) {
      throw new IllegalArgumentException("commits nothing: " + sink);
    }
    return new WrongCommitterSink<>(sink, commits, fault);
  }

  @Override
  public SinkWriter<NormalizedEvent> createWriter(WriterInitContext context) throws IOException {
    return sink.createWriter(context);
  }

  @Override
  public SimpleVersionedSerializer<C> getCommittableSerializer() {
    return commits.getCommittableSerializer();
  }

  @Override
  public Committer<C> createCommitter(CommitterInitContext context) throws IOException {
    Committer<C> right = commits.createCommitter(context);
    return switch (fault) {
      case SIGNALS_FAILURES -> new SignallingCommitter<>(right);
      case KEEPS_FAILURES_IN_MEMORY -> new KeepingCommitter<>(right);
      case SKIPS_RESTORED ->
          new SkippingCommitter<>(right, context.getRestoredCheckpointId().isPresent());
    };
  }

  private static void closed(Committer<?> right) throws IOException {
    try {
      right.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the committer could not be closed", e);
    }
  }

  private record SignallingCommitter<C>(Committer<C> right) implements Committer<C> {

    @Override
    public void commit(Collection<CommitRequest<C>> requests) throws InterruptedException {
      for (CommitRequest<C> request : requests) {
        try {
          right.commit(List.of(request));
        } catch (IOException e) {
          request.signalFailedWithKnownReason(e);
        }
      }
    }

    @Override
    public void close() throws IOException {
      closed(right);
    }
  }

  private static final class KeepingCommitter<C> implements Committer<C> {
    private final Committer<C> right;
    private final List<CommitRequest<C>> kept = new ArrayList<>();

    private KeepingCommitter(Committer<C> right) {
      this.right = right;
    }

    @Override
    public void commit(Collection<CommitRequest<C>> requests) throws InterruptedException {
      kept.addAll(requests);
      try {
        right.commit(List.copyOf(kept));
        kept.clear();
      } catch (IOException e) {
        LOG.info("kept for the next commit", e);
      }
    }

    @Override
    public void close() throws IOException {
      closed(right);
    }
  }

  private static final class SkippingCommitter<C> implements Committer<C> {
    private final Committer<C> right;
    private boolean restored;

    private SkippingCommitter(Committer<C> right, boolean restored) {
      this.right = right;
      this.restored = restored;
    }

    /** The first call after a restore brings the blocks of the restored checkpoint. */
    @Override
    public void commit(Collection<CommitRequest<C>> requests)
        throws IOException, InterruptedException {
      if (!restored) {
        right.commit(requests);
      }
      restored = false;
    }

    @Override
    public void close() throws IOException {
      closed(right);
    }
  }
}
