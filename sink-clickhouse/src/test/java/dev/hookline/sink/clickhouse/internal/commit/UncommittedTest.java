package dev.hookline.sink.clickhouse.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.internal.block.BlockToken;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;

/** The accounting of what is sealed and not in the table. */
class UncommittedTest {
  private static final Supplier<BlockToken> TOKENS = BlockToken.source();

  private final Uncommitted.Key key = new Uncommitted.Key(UUID.randomUUID(), new JobID(), 0, 1, 0);

  @Test
  void countsWhatIsSealedUntilItIsCommittedOverAnyNumberOfCheckpoints() {
    Uncommitted writer = Uncommitted.ofWriter(key);
    Uncommitted committer = Uncommitted.ofCommitter(key);
    SealedBlock first = block(10, 1000);
    SealedBlock second = block(20, 2000);
    writer.sealed(first);
    writer.handedOver();
    writer.sealed(second);
    writer.handedOver();
    assertThat(writer.bytes()).as("the first checkpoint was aborted").isEqualTo(30);
    assertThat(writer.oldestSealedAtMillis()).hasValue(1000);

    committer.committed(first.token());
    assertThat(writer.bytes()).isEqualTo(20);
    assertThat(writer.oldestSealedAtMillis()).hasValue(2000);
    committer.committed(second.token());
    committer.committed(TOKENS.get());

    assertThat(writer.bytes()).isZero();
    assertThat(writer.oldestSealedAtMillis()).isEmpty();
    writer.release();
    committer.release();
  }

  @Test
  void forgetsWhatIsHandedOverWhereTheCommitterIsElsewhere() {
    Uncommitted writer = Uncommitted.ofWriter(key);
    writer.sealed(block(10, 1000));
    assertThat(writer.bytes()).isEqualTo(10);

    writer.handedOver();

    assertThat(writer.bytes()).isZero();
    writer.release();
  }

  @Test
  void anotherAttemptBeginsWithNothing() {
    Uncommitted first = Uncommitted.ofWriter(key);
    first.sealed(block(10, 1000));
    Uncommitted second =
        Uncommitted.ofWriter(new Uncommitted.Key(key.sink(), key.job(), key.subtask(), 1, 1));

    assertThat(second.bytes()).isZero();
    first.release();
    second.release();
  }

  /**
   * After a JobManager failover: attempts are counted anew, and the old one may not be gone yet.
   */
  @Test
  void anAttemptBeginsWithNothingThoughOneOfAnEarlierJobManagerHasItsNumber() {
    Uncommitted old = Uncommitted.ofWriter(key);
    Uncommitted oldCommitter = Uncommitted.ofCommitter(key);
    old.sealed(block(10, 1000));
    Uncommitted writer = Uncommitted.ofWriter(key);
    Uncommitted committer = Uncommitted.ofCommitter(key);
    old.release();
    oldCommitter.release();

    assertThat(writer.bytes()).isZero();
    writer.release();
    committer.release();
  }

  /**
   * With fewer subtasks than the writer's, a committer has the blocks of others than its number.
   */
  @Test
  void forgetsWhatIsHandedOverWhereTheCommitterHasAnotherParallelism() {
    Uncommitted writer = Uncommitted.ofWriter(new Uncommitted.Key(key.sink(), key.job(), 1, 4, 0));
    Uncommitted other =
        Uncommitted.ofCommitter(new Uncommitted.Key(key.sink(), key.job(), 1, 2, 0));
    writer.sealed(block(10, 1000));

    writer.handedOver();

    assertThat(writer.bytes()).isZero();
    writer.release();
    other.release();
  }

  @Test
  void leavesNothingBehindOnceBothAreClosed() {
    int before = Uncommitted.open();
    Uncommitted writer = Uncommitted.ofWriter(key);
    Uncommitted committer = Uncommitted.ofCommitter(key);
    assertThat(committer).isSameAs(writer);

    writer.release();
    assertThat(Uncommitted.open()).isEqualTo(before + 1);
    committer.release();
    assertThat(Uncommitted.open()).isEqualTo(before);
  }

  private static SealedBlock block(int bytes, long sealedAt) {
    return new SealedBlock(TOKENS.get(), sealedAt, 1, bytes, new byte[32], new byte[bytes]);
  }
}
